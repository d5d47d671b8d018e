// An index that was built, or saved and loaded, gives the answers of a detector without one; an index of another mesh
// is refused.

import { describe, expect, test } from '@jest/globals';
import { box, cappedShell, sphere } from '#datasets';
import {
  type BoneIndex,
  buildIndex,
  createDetector,
  createMesh,
  FormatError,
  loadIndex,
  saveIndex,
  type TriangleMesh,
} from '#kerf';
import { poseOf, randomRotation } from '#harness/contact-cases.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { reportHash } from '#harness/report-bytes.ts';
import { inDeep } from '#harness/sets.ts';

const SEED = 415;
const tetrahedron = createMesh([0, 0, 0, 4, 0, 0, 0, 5, 0, 0, 0, 6], [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3]);

const moved = ({ positions, faces, name }: TriangleMesh, by: number): TriangleMesh =>
  createMesh(
    Array.from(positions, (x) => x + by),
    faces,
    { name },
  );
const ball = sphere({ radius: 6, subdivisions: 3 });

/** Bones, the position of their centre, and the distance from it at which a tool of 4 mm touches them. */
const bones: readonly (readonly [string, TriangleMesh, centre: number, reach: number])[] = [
  ['one face', createMesh([-2, 0, 0, 3, 0, 1, 0, 4, 0], [0, 1, 2]), 0, 3],
  ['tiny', tetrahedron, 1, 3],
  [
    'with faces of equal corners and doubled vertices',
    createMesh([...tetrahedron.positions, 4, 0, 0], [...tetrahedron.faces, 1, 4, 2, 3, 3, 3]),
    1,
    3,
  ],
  ['open', createMesh(ball.positions, ball.faces.slice(0, -300)), 0, 6],
  ['in single precision', { ...ball, positions: Float32Array.from(ball.positions) }, 0, 6],
  ['far from the origin', moved(ball, 1e5), 1e5, 6],
  ['of about 20,000 faces', cappedShell({ outerRadius: 80, innerRadius: 74, capAngle: 2.5, segments: 140 }), 0, 80],
];
const tool = box({ size: [4, 4, 4], divisions: [2, 2, 2] });

function posesAbout(centre: number, reach: number, random: () => number): Float64Array[] {
  return Array.from({ length: longRun(5, 2) }, () => {
    const height = reach * (0.8 + 0.5 * random());
    const direction = [random() - 0.5, random() - 0.5, random()];
    const length = Math.hypot(...direction);
    return poseOf(
      randomRotation(random),
      direction.map((x) => centre + (height * x) / length),
    );
  });
}

/** Every answer of a detector at each pose, before and after an edit. */
async function answers(bone: TriangleMesh, poses: readonly Float64Array[], index?: BoneIndex) {
  const detector = await createDetector({
    bone,
    tool,
    contactDistance: 0.2,
    resolution: 2,
    backend: 'cpu',
    index,
  });
  const found: unknown[] = [];
  let contacts = 0;
  const ask = () => {
    for (const pose of poses) {
      found.push(detector.intersectingFaces(pose), detector.minimumDistance(pose));
      const report = detector.detectSync(pose);
      contacts += report.contacts.length;
      found.push(reportHash(report));
    }
  };
  ask();
  const next = bone.positions.length / 3;
  const [a, b, c] = bone.faces;
  const positions = Array.from({ length: 3 }, (_, k) => bone.positions[3 * a + k] + 1);
  detector.editBone({ remove: [0], positions, faces: [a, b, next, b, c, next, c, a, next] });
  ask();
  detector.dispose();
  return { found, contacts };
}

const areSame = (given: typeof bones) =>
  test.each(given)(
    `a bone %s: answers are the same with an index, built or loaded, also after edits (seed ${SEED})`,
    async (_, bone, centre, reach) => {
      const poses = posesAbout(centre, reach, mulberry32(SEED));
      const plain = await answers(bone, poses);
      expect(plain.contacts).toBeGreaterThan(0);
      const built = await buildIndex(bone);
      const bytes = saveIndex(built);
      const loaded = loadIndex(bytes, bone);
      // Twice each: the first detector's edit must not affect the second.
      for (const index of [built, loaded, built, loaded])
        expect((await answers(bone, poses, index)).found).toEqual(plain.found);
      expect([loaded, built].map((index) => Buffer.compare(saveIndex(index), bytes))).toEqual([0, 0]);
      expect([loaded.name, loaded.faceCount, loaded.vertexCount]).toEqual([
        bone.name,
        bone.faces.length / 3,
        bone.positions.length / 3,
      ]);
    },
  );
areSame(bones.slice(1, 2));
inDeep(() => areSame(bones.filter((_, n) => n !== 1)));

function refusal(action: () => unknown): FormatError {
  try {
    action();
  } catch (error) {
    if (error instanceof FormatError) return error;
    throw error;
  }
  throw new Error('it was taken');
}

const { positions: P, faces: F } = tetrahedron;
const stale: readonly (readonly [string, TriangleMesh, RegExp])[] = [
  ['a coordinate one bit further', createMesh(P.with(4, 2 ** -100), F), /coordinates|at vertex 1/],
  ['a coordinate of −0 for 0', createMesh(P.with(2, -0), F), /coordinates|at vertex 0/],
  ['two vertices exchanged', createMesh([...P.slice(3, 6), ...P.slice(0, 3), ...P.slice(6)], F), /coordin|at vertex 0/],
  ['a face turned round', createMesh(P, [0, 1, 2, ...F.slice(3)]), /faces|of face 0/],
  ['a face that begins at another corner', createMesh(P, [1, 0, 2, ...F.slice(3)]), /faces|of face 0/],
  ['two faces exchanged', createMesh(P, [...F.slice(3, 6), ...F.slice(0, 3), ...F.slice(6)]), /faces|of face 0/],
  ['a face less', createMesh(P, F.slice(3)), /4 faces, not the 3 of/],
  ['a face more', createMesh(P, [...F, 0, 1, 2]), /4 faces, not the 5 of/],
  ['a vertex more', createMesh([...P, 1, 1, 1], F), /4 vertices, not the 5 of/],
  [
    'other units',
    createMesh(
      P.map((x) => x / 10),
      F,
    ),
    /coordinates|at vertex 1/,
  ],
];

describe('an index of another mesh', () => {
  test.each(stale)('%s: is refused by loadIndex and by createDetector', async (_, other, says) => {
    const index = await buildIndex(tetrahedron);
    const bone = { ...other, name: 'other' };
    const refused = refusal(() => loadIndex(saveIndex(index), bone, { name: 'skull.kerf-index' }));
    expect(refused.code).toBe('STALE_INDEX');
    expect(refused.message).toMatch(
      /^Index "skull\.kerf-index" was made for [^\n]*, not th[^\n]* of mesh "other"; [^\n]*\.$/,
    );
    expect(refused.message).toMatch(says);
    const asked = createDetector({ bone, tool, contactDistance: 0, resolution: 1, backend: 'cpu', index });
    await expect(asked).rejects.toMatchObject({ code: 'STALE_INDEX', message: expect.stringMatching(says) });
    await expect(asked).rejects.toBeInstanceOf(FormatError);
  });

  test('is refused also where the mesh was changed in place after the index was made', async () => {
    const bone = createMesh(Float64Array.from(P), Uint32Array.from(F));
    const index = await buildIndex(bone);
    bone.positions[11] = 7;
    await expect(createDetector({ bone, tool, contactDistance: 0, resolution: 1, index })).rejects.toMatchObject({
      code: 'STALE_INDEX',
    });
    bone.positions[11] = 6;
    (await createDetector({ bone, tool, contactDistance: 0, resolution: 1, backend: 'cpu', index })).dispose();
  });
});

describe('what is no index', () => {
  test.each([null, 3, {}, new Uint8Array(8)])('%p is refused by createDetector', async (index) => {
    const options = { bone: tetrahedron, tool, contactDistance: 0, resolution: 1, index: index as BoneIndex };
    await expect(createDetector(options)).rejects.toMatchObject({ code: 'BAD_INDEX' });
  });

  test('a flipped byte, a truncation and a mesh file are refused', async () => {
    const bytes = saveIndex(await buildIndex(tetrahedron));
    expect(bytes.length).toBeLessThan(2000);
    for (let at = 0; at < bytes.length; at += longRun(1, 5)) {
      const flipped = bytes.slice();
      flipped[at] ^= 0xff;
      expect(() => loadIndex(flipped, tetrahedron)).toThrow(FormatError);
      expect(refusal(() => loadIndex(bytes.subarray(0, at), tetrahedron)).code).toBe('TRUNCATED');
    }
    expect(refusal(() => loadIndex(new TextEncoder().encode('solid skull'), tetrahedron)).code).toBe('UNKNOWN_FORMAT');
    expect(() => loadIndex(bytes, undefined as unknown as TriangleMesh)).toThrow('expected a TriangleMesh');
    expect(loadIndex(bytes.buffer, tetrahedron).faceCount).toBe(4);
  });
});

describe('buildIndex', () => {
  test('reports its progress, up to the end', async () => {
    const steps: number[][] = [];
    await buildIndex(ball, { onProgress: (...step) => steps.push(step) });
    const total = steps[0][1];
    expect(steps).toEqual(Array.from({ length: total }, (_, i) => [i + 1, total]));
  });

  test('rejects with the reason of a signal that fires before or between steps', async () => {
    const reason = new Error('enough');
    await expect(buildIndex(ball, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const abort = new AbortController();
    let last = 0;
    const built = buildIndex(ball, {
      signal: abort.signal,
      onProgress: (done) => {
        last = done;
        abort.abort(reason);
      },
    });
    await expect(built).rejects.toBe(reason);
    expect(last).toBe(1);
  });

  test('refuses a mesh as createDetector does', async () => {
    await expect(buildIndex(undefined as unknown as TriangleMesh)).rejects.toMatchObject({ code: 'MISSING_MESH' });
    await expect(buildIndex({ ...tetrahedron, positions: P.with(0, Number.NaN) })).rejects.toMatchObject({
      code: 'NON_FINITE_VERTEX',
    });
    await expect(buildIndex({ ...tetrahedron, positions: P.with(0, 1e300) })).rejects.toMatchObject({
      code: 'COORDINATE_RANGE',
    });
  });
});
