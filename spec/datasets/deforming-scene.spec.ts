// The scenes of deforming surfaces: bodies closed or open as documented, the bytes of datasets/README.md, vertices that
// move less than an edge length per frame, and impacts, by testing all pairs.

import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import {
  connectedParts,
  type DeformingScene,
  type DeformingSceneName,
  deformingScene,
  deformingSceneNames,
} from '#datasets';
import { createMesh, inspectMesh } from '#kerf';
import { NumberHash } from '#spec/corpora/sha256.ts';
import { allImpacts, edgesOf, type ImpactRow } from '#harness/all-impacts.ts';
import { longRun } from '#harness/long-run.ts';
import { inDeep, inLong } from '#harness/sets.ts';

const readme = readFileSync(new URL('../../datasets/README.md', import.meta.url), 'utf8');

/** A size at which all pairs can be tested, and frames between which vertices still move less than an edge length. */
const small: Readonly<Record<DeformingSceneName, { targetFaces: number; frames: number }>> = {
  'cloth-on-ball': { targetFaces: 380, frames: 25 },
  'balls-in-box': { targetFaces: 400, frames: 25 },
  'twisted-bar': { targetFaces: 400, frames: 25 },
  combs: { targetFaces: 400, frames: 25 },
  // The phantom alone has 5,000 faces.
  'flap-on-skull': { targetFaces: 5_200, frames: 13 },
};
/** Bodies at the small sizes. */
const bodies: Readonly<Record<DeformingSceneName, { closed: number; open: number }>> = {
  'cloth-on-ball': { closed: 1, open: 1 },
  'balls-in-box': { closed: 20, open: 0 },
  'twisted-bar': { closed: 1, open: 0 },
  combs: { closed: 2, open: 0 },
  'flap-on-skull': { closed: 2, open: 1 },
};

/** mm: the mean length of the faces' edges, edges of two faces counted twice; and twice the least area, mm². */
function sizes({ faces }: DeformingScene, positions: Float64Array) {
  const corner = (i: number) => positions.subarray(3 * faces[i], 3 * faces[i] + 3);
  let [sum, area] = [0, Infinity];
  for (let i = 0; i < faces.length; i += 3) {
    const [p, q, r] = [corner(i), corner(i + 1), corner(i + 2)];
    const [u, v] = [q, r].map((end) => [end[0] - p[0], end[1] - p[1], end[2] - p[2]]);
    sum += Math.hypot(...u) + Math.hypot(...v) + Math.hypot(r[0] - q[0], r[1] - q[1], r[2] - q[2]);
    area = Math.min(area, Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]));
  }
  return { meanEdge: sum / faces.length, leastArea: area };
}

/** mm: the greatest distance that a vertex moves; NaN if a coordinate is not finite. */
function farthest(start: Float64Array, end: Float64Array): number {
  let most = 0;
  for (let i = 0; i < start.length; i += 3) {
    const way = Math.hypot(end[i] - start[i], end[i + 1] - start[i + 1], end[i + 2] - start[i + 2]);
    if (!(way <= most)) most = way;
  }
  return most;
}

describe.each(deformingSceneNames)('%s', (name) => {
  const scene = deformingScene({ scene: name, ...small[name] });
  // The phantom is slow to make twice.
  const inDeepOrLong = name === 'flap-on-skull' ? inLong : inDeep;

  test('each body is closed or open as told, oriented, manifold, without degenerate faces in every tenth frame', () => {
    expect(scene.name).toBe(name);
    expect(scene.frameCount).toBe(small[name].frames);
    expect(new Set(scene.faces).size).toBe(scene.vertexCount);
    for (let frame = 0; frame < scene.frameCount; frame += 10) {
      const parts = connectedParts(createMesh(scene.positionsAt(frame), scene.faces)).map(inspectMesh);
      for (const part of parts)
        expect(part).toMatchObject({ oriented: true, manifold: true, degenerateFaces: 0, duplicateFaces: 0 });
      const closed = parts.filter((part) => part.closed);
      for (const { volume } of closed) expect(volume).toBeGreaterThan(0);
      expect({ closed: closed.length, open: parts.length - closed.length }).toEqual(bodies[name]);
    }
  });

  inDeepOrLong(() =>
    test('in the usual size: the face count and bytes of datasets/README.md, no vertex goes farther than an edge', () => {
      const usual = deformingScene({ scene: name });
      const row = readme.split('\n').find((line) => line.startsWith(`| \`${name}\``));
      expect(row).toContain((usual.faces.length / 3).toLocaleString('en-US'));
      const hash = new NumberHash();
      for (const frame of [0, 50, 99]) hash.f64(usual.positionsAt(frame));
      expect(row).toContain(hash.u32(usual.faces).digest());
      let [worst, leastArea] = [0, Infinity];
      for (let frame = 0; frame < 99; frame += longRun(1, 33)) {
        const start = usual.positionsAt(frame);
        const { meanEdge, leastArea: area } = sizes(usual, start);
        const way = farthest(start, usual.positionsAt(frame + 1)) / meanEdge;
        if (!(way <= worst)) worst = way;
        if (!(area >= leastArea)) leastArea = area;
      }
      console.log(`${name}: at most ${worst.toFixed(2)} mean edges a frame`);
      expect(worst).toBeLessThan(1);
      expect(leastArea).toBeGreaterThan(0);
    }),
  );

  test('impacts in a third of the steps, of bodies with each other and of cloth and bar with themselves', () => {
    const edges = edgesOf(scene.faces);
    const bodyOf = bodyNumbers(scene);
    const isWithin = ({ kind, a, b }: ImpactRow) =>
      bodyOf[kind === 0 ? a : edges[2 * a]] === bodyOf[kind === 0 ? scene.faces[3 * b] : edges[2 * b]];
    let [asked, hit, within, between] = [0, 0, 0, 0];
    for (let frame = 0; frame + 1 < scene.frameCount; frame += longRun(1, 6)) {
      const [start, end] = [scene.positionsAt(frame), scene.positionsAt(frame + 1)];
      expect(farthest(start, end)).toBeLessThan(sizes(scene, start).meanEdge);
      const rows = allImpacts(scene.vertexCount, scene.faces, start, end);
      const own = rows.filter(isWithin).length;
      asked++;
      if (rows.length > 0) hit++;
      within += own;
      between += rows.length - own;
    }
    console.log(`${name}: ${hit} of ${asked} steps, ${between} impacts of two bodies, ${within} within one`);
    expect(hit / asked).toBeGreaterThanOrEqual(1 / 3);
    if (name !== 'twisted-bar') expect(between).toBeGreaterThan(0);
    if (['cloth-on-ball', 'twisted-bar'].includes(name)) expect(within).toBeGreaterThan(0);
  });
});

/** For each vertex the least vertex number that faces connect it with. */
function bodyNumbers({ vertexCount, faces }: DeformingScene): Uint32Array {
  const numbers = Uint32Array.from({ length: vertexCount }, (_, vertex) => vertex);
  for (let isDone = false; !isDone; ) {
    isDone = true;
    for (let i = 0; i < faces.length; i++) {
      const next = faces[i % 3 === 2 ? i - 2 : i + 1];
      const least = Math.min(numbers[faces[i]], numbers[next]);
      if (numbers[faces[i]] !== least || numbers[next] !== least) isDone = false;
      numbers[faces[i]] = least;
      numbers[next] = least;
    }
  }
  return numbers;
}

// The phantom is slow to make twice; its scene's bytes, like all others, are compared with those of the page above.
test.each(deformingSceneNames.filter((name) => name !== 'flap-on-skull'))('%s: the same bytes twice', (name) => {
  const [scene, again] = [0, 1].map(() => deformingScene({ scene: name, ...small[name] }));
  expect(again.faces).toEqual(scene.faces);
  // Frames may be queried in any order.
  const frames = [24, 0, 7];
  expect(frames.map((frame) => again.positionsAt(frame))).toEqual(
    [...frames]
      .reverse()
      .map((frame) => scene.positionsAt(frame))
      .reverse(),
  );
});

test('the bar keeps its volume, as Pappus has it of a section about a line of curvature below 1 / its half width', () => {
  const bar = deformingScene({ scene: 'twisted-bar', targetFaces: 5_000, frames: 11 });
  for (let frame = 0; frame < 11; frame++) {
    const { volume } = inspectMesh(createMesh(bar.positionsAt(frame), bar.faces));
    expect(Math.abs(volume / (15 * 15 * 240) - 1)).toBeLessThan(0.01);
  }
});

test('what is out of range is refused by name', () => {
  const refused = (code: string, options: object) =>
    expect(() => deformingScene(options as { scene: 'combs' })).toThrow(expect.objectContaining({ code }));
  refused('UNKNOWN_SCENE', { scene: 'curtain' });
  for (const targetFaces of [99, 2_000_000, 400.5]) refused('BAD_FACE_COUNT', { scene: 'combs', targetFaces });
  refused('BAD_FACE_COUNT', { scene: 'flap-on-skull', targetFaces: 400 });
  for (const frames of [1, 2.5, 200_000]) refused('BAD_FRAME_COUNT', { scene: 'combs', frames });
  refused('UNKNOWN_OPTION', { scene: 'combs', faces: 400 });
  const { positionsAt } = deformingScene({ scene: 'combs', targetFaces: 400, frames: 3 });
  for (const frame of [-1, 3, 0.5, '1'])
    expect(() => positionsAt(frame as number)).toThrow(expect.objectContaining({ code: 'BAD_FRAME' }));
});

describe('all impacts', () => {
  /** A tetrahedron (vertices 3 to 6) above a triangle, through which it falls. */
  const faces = [0, 1, 2, 3, 5, 4, 3, 4, 6, 4, 5, 6, 5, 3, 6];
  const at = (z: number) => [-9, -9, 0, 9, -9, 0, 0, 9, 0, 1, 0, z, -1, 1, z, -1, -1, z, 0, 0, z - 2];
  test('edges ascend by their larger, then their smaller vertex', () =>
    expect([...edgesOf(faces)]).toEqual([0, 1, 0, 2, 1, 2, 3, 4, 3, 5, 4, 5, 3, 6, 4, 6, 5, 6]));
  test('each vertex that goes through a face, at its time', () => {
    const rows = allImpacts(7, faces, at(4), at(-4));
    expect(rows.map(({ kind, a, b }) => [kind, a, b])).toEqual([3, 4, 5, 6].map((vertex) => [0, vertex, 0]));
    for (const [i, time] of [0.5, 0.5, 0.5, 0.25].entries()) {
      expect(rows[i].low).toBeLessThanOrEqual(time);
      expect(rows[i].high).toBeGreaterThanOrEqual(time);
    }
    expect(allImpacts(7, faces, at(-4), at(4))).toHaveLength(4);
    expect(allImpacts(7, faces, at(4), at(3))).toEqual([]);
  });
});
