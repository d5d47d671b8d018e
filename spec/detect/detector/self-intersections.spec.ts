// selfIntersections: every pair of faces by the definition, bodies whose answer is known, real surfaces with published
// counts, and what is refused.

import { describe, expect, test } from '@jest/globals';
import { box, sphere } from '#datasets';
import { createDetector, createMesh, loadMesh, selfIntersections, type TriangleMesh } from '#kerf';
import { meetBeyondCorners } from '#harness/beyond-corners.ts';
import { refusal } from '#harness/io-errors.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { rigidPose, signed } from '#harness/random-geometry.ts';
import { testWithData } from '#harness/real-data.ts';

const SEED = 77;

/** Tests every pair, in integers. */
function plain({ positions, faces }: TriangleMesh): number[] {
  const corners = Array.from({ length: faces.length / 3 }, (_, f) =>
    [0, 1, 2].flatMap((k) => Array.from(positions.subarray(3 * faces[3 * f + k], 3 * faces[3 * f + k] + 3))),
  );
  return corners.flatMap((a, i) => corners.flatMap((b, j) => (i < j && meetBeyondCorners(a, b) ? [i, j] : [])));
}

function joined(...meshes: readonly TriangleMesh[]): TriangleMesh {
  let base = 0;
  const faces = meshes.flatMap((mesh) => {
    const own = Array.from(mesh.faces, (v) => v + base);
    base += mesh.positions.length / 3;
    return own;
  });
  return createMesh(
    meshes.flatMap((mesh) => Array.from(mesh.positions)),
    faces,
  );
}

test.each<[string, (random: () => number) => number]>([
  ['a grid', (random) => Math.floor(7 * random())],
  ['space', (random) => 3 * signed(random)],
  ['1e5 mm from the origin', (random) => 1e5 + signed(random)],
  ['a grid of micrometres', (random) => 1e-3 * Math.floor(9 * random())],
])(`random faces on shared vertices in %s: every pair, by the definition (seed ${SEED})`, (_place, coordinate) => {
  const random = mulberry32(SEED);
  let [pairs, all] = [0, 0];
  for (let trial = 0; trial < longRun(5, 2); trial++) {
    const vertices = 20 + Math.floor(30 * random());
    const count = 41 + trial;
    const mesh = createMesh(
      Array.from({ length: 3 * vertices }, () => coordinate(random)),
      Array.from({ length: 3 * count }, () => Math.floor(vertices * random())),
    );
    const found = Array.from(selfIntersections(mesh));
    expect(found).toEqual(plain(mesh));
    pairs += found.length / 2;
    all += (count * (count - 1)) / 2;
  }
  expect(pairs / all).toBeGreaterThan(0.05);
  expect(pairs / all).toBeLessThan(0.9);
});

describe('known answers', () => {
  const ball = sphere({ radius: 4, subdivisions: 3 });

  test('none in a sphere and a box, welded or with corners of their own', () => {
    for (const mesh of [ball, box({ size: 3, divisions: 5 })]) {
      expect(selfIntersections(mesh)).toHaveLength(0);
      const soup = Array.from(mesh.faces).flatMap((v) => Array.from(mesh.positions.subarray(3 * v, 3 * v + 3)));
      expect(selfIntersections(createMesh(soup, soup.map((_, i) => i).slice(0, soup.length / 3)))).toHaveLength(0);
    }
  });

  test(`two bodies in one mesh: the pairs that a detector finds between them (seed ${SEED})`, async () => {
    const random = mulberry32(SEED);
    const block = box({ size: 5, divisions: 4 });
    let met = 0;
    for (let trial = 0; trial < 10; trial++) {
      const pose = rigidPose(random, 5);
      const moved = Float64Array.from(block.positions, (_, i) => {
        const at = i - (i % 3);
        const [x, y, z] = block.positions.subarray(at, at + 3);
        return pose[i % 3] * x + pose[4 + (i % 3)] * y + pose[8 + (i % 3)] * z + pose[12 + (i % 3)];
      });
      const detector = await createDetector({
        ...{ bone: ball, tool: createMesh(moved, block.faces), contactDistance: 0, resolution: 1, backend: 'cpu' },
      });
      const between = detector.intersectingFaces([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
      const own = ball.faces.length / 3;
      const expected = Array.from(between, (face, i) => (i % 2 === 0 ? face : face + own));
      expect(Array.from(selfIntersections(joined(ball, createMesh(moved, block.faces))))).toEqual(expected);
      met += between.length / 2;
    }
    expect(met).toBeGreaterThan(200);
  });

  test('a face twice, and a surface folded flat', () => {
    expect(
      Array.from(selfIntersections(createMesh(ball.positions, [...ball.faces, ...ball.faces.subarray(0, 3)]))),
    ).toEqual(expect.arrayContaining([0, ball.faces.length / 3]));
    expect(
      Array.from(selfIntersections(createMesh([0, 0, 0, 2, 0, 0, 0, 2, 0, 1, 0.5, 0], [0, 1, 2, 1, 0, 3]))),
    ).toEqual([0, 1]);
  });

  test('the mesh stays as it is, and a second call says the same', () => {
    const mesh = joined(ball, box({ size: 5 }));
    const before = [mesh.positions.slice(), mesh.faces.slice()];
    const first = selfIntersections(mesh);
    expect(selfIntersections(mesh)).toEqual(first);
    expect([mesh.positions, mesh.faces]).toEqual(before);
  });
});

test('refused: no mesh, and coordinates that exact arithmetic cannot hold', () => {
  expect(refusal(() => selfIntersections(null as never))).toBe('MISSING_MESH');
  expect(refusal(() => selfIntersections(createMesh([0, 0, 0, 1, 0, 0, 0, 1e40, 0], [0, 1, 2])))).toBe(
    'COORDINATE_RANGE',
  );
});

// ../shared/data/README.md gives the counts ("self").
for (const [file, pairs] of [
  ['skull-ct/skull-ct-0010k.ply', 96],
  ['skull-ct/skull-ct-0050k.ply', 3],
  ['skull-bones/frontal-bone.ply', 7],
] as const)
  testWithData([file], `${pairs} pairs of its own faces intersect`, async (path) => {
    expect(selfIntersections(await loadMesh(path))).toHaveLength(2 * pairs);
  });
