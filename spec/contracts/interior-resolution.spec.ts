// interiorResolution: the report at h with the sub-triangles that lie deep enough put together, and nothing else.

import { describe, expect, test } from '@jest/globals';
import { box, sphere } from '#datasets';
import {
  type ContactReport,
  createConvex,
  createMesh,
  createDetector,
  type DetectorOptions,
  OptionError,
  subTriangleCorners,
  type TriangleMesh,
} from '#kerf';
import {
  exactFraction,
  minimumSignedDistanceF64,
  referenceMesh,
  roundedSquareRoot,
  triangleTriangleSquaredDistance,
} from '#reference';
import { PAIR_SQUARED, TRIANGLE_DISTANCE_SIZE, TriangleDistance, TrianglePair } from '#triangles';
import { type ContactCase, contactCases, identityPose } from '#harness/contact-cases.ts';
import { ask, faceCorners, someOf } from '#harness/contact-query.ts';
import { rigidPose } from '#harness/random-geometry.ts';
import type { Shape } from '#harness/stage-bodies.ts';
import { box as box8, flip, join, move } from '#spec/base/mesh/bodies.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { reportHash } from '#harness/report-bytes.ts';

const SEED = 5109;
const VARIETY = { plain: longRun(30, 8), orders: 1, motions: longRun(30, 6), scales: longRun(2, 1), far: 1 };

/** A body that lies deep in another, so that most of its sub-triangles may be large. */
const DEEP: ContactCase = {
  name: 'a plate deep in a box',
  bone: box({ size: [20, 20, 20], divisions: 3 }),
  tool: box({ size: [12, 9, 11], divisions: [2, 1, 2] }),
  pose: Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.1, 3.2, 0.3, 1),
  delta: 0.2,
  h: 0.6,
};

const meshOf = ({ positions, faces }: Shape, name: string) => createMesh(positions, faces, { name });

/** Bars deep in a box, turned: they are divided into quads. */
function bars(random: () => number): ContactCase {
  const shapes = [box8(9, 0.4, 0.3), box8(0.2, 8, 0.5), box8(7, 7, 1)].map((shape, k) => move(shape, [k, 0, 3 * k]));
  return {
    name: 'bars',
    bone: meshOf(move(box8(40, 40, 40), [-20, -20, -20]), 'bone'),
    tool: meshOf(join(...shapes), 'tool'),
    pose: Float64Array.from([...rigidPose(random, 0).slice(0, 12), 0.1, 0.2, 0.3, 1]),
    delta: 0.01,
    h: 0.25,
  };
}

/**
 * DEEP with bubbles in the box, each where it makes a sub-triangle shallower between its corners than at them, which no
 * convex solid does: above its middle, at 0.9 of its edge, or above the middle of its longest edge, at 0.98.
 */
async function amongBubbles(): Promise<ContactCase> {
  const { contacts } = await once(DEEP, { interiorResolution: 16 * DEEP.h });
  const bubbles: Shape[] = [];
  const places: number[][] = [];
  for (let row = 0; row < contacts.length; row++) {
    const edge = longestEdge(contacts.corners, 9 * row);
    const p = [0, 3, 6].map((k) => [...contacts.corners.subarray(9 * row + k, 9 * row + k + 3)]);
    const length = (k: number) => Math.hypot(...p[k].map((x, axis) => x - p[(k + 1) % 3][axis]));
    const longest = [0, 1, 2].find((k) => length(k) > 0.999 * edge)!;
    const isMiddle = places.length % 2 === 0;
    const over = isMiddle ? p : [p[longest], p[(longest + 1) % 3]];
    const foot = [0, 1, 2].map((axis) => over.reduce((sum, q) => sum + q[axis], 0) / over.length);
    if (edge <= 2 * DEEP.h || places.some((q) => Math.hypot(...q.map((x, k) => x - foot[k])) < 3)) continue;
    places.push(foot);
    const [u, v] = [p[1], p[2]].map((q) => q.map((x, k) => x - p[0][k]));
    const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const height = ((isMiddle ? 0.9 : 0.98) * edge) / Math.hypot(...normal);
    const at = foot.map((x, k) => x + height * normal[k] - 5e-4);
    bubbles.push(move(flip(box8(1e-3, 1e-3, 1e-3), ...Array(12).keys()), at));
  }
  expect(bubbles.length).toBeGreaterThan(8);
  const bone = { positions: Array.from(DEEP.bone.positions), faces: Array.from(DEEP.bone.faces) };
  return { ...DEEP, name: 'bubbles', bone: meshOf(join(bone, ...bubbles.map(asBody)), 'bone') };
}
const asBody = ({ positions, faces }: Shape) => ({ positions: Array.from(positions), faces: Array.from(faces) });

const longestEdge = (c: ArrayLike<number>, at: number) =>
  Math.max(
    ...[0, 3, 6].map((k) => Math.hypot(...[0, 1, 2].map((axis) => c[at + k + axis] - c[at + ((k + 3) % 9) + axis]))),
  );

/** For each row of the report at h the row that holds it. Throws unless each is held by one, and none holds nothing. */
function holders(fine: ContactReport['contacts'], coarse: ContactReport['contacts']): Uint32Array {
  const rowOf = new Map<string, number>();
  for (let row = 0; row < coarse.length; row++)
    rowOf.set(`${coarse.body[row]} ${coarse.face[row]} ${coarse.level[row]} ${coarse.path[row]}`, row);
  const held = new Set<number>();
  const out = new Uint32Array(fine.length);
  for (let row = 0; row < fine.length; row++) {
    const found: number[] = [];
    for (let level = 0; level <= fine.level[row]; level++) {
      const path = level === 0 ? 0 : (fine.path[row] & (-1 << (32 - level))) >>> 0;
      const holder = rowOf.get(`${fine.body[row]} ${fine.face[row]} ${level} ${path}`);
      if (holder !== undefined) found.push(holder);
    }
    if (found.length !== 1) throw new Error(`row ${row} is held by rows ${found}`);
    out[row] = found[0];
    held.add(found[0]);
  }
  expect(held.size).toBe(coarse.length);
  return out;
}

/** The distance of a row's sub-triangle from the other surface, in f64. */
function depthOf({ body, corners }: ContactReport['contacts'], row: number, meshes: readonly TriangleMesh[]): number {
  const { positions, faces } = meshes[1 - body[row]];
  const out = new Float64Array(TRIANGLE_DISTANCE_SIZE);
  const points = Float64Array.from(positions);
  let least = Infinity;
  for (let f = 0; f < faces.length; f += 3) {
    const [a, b, c] = faces.subarray(f, f + 3);
    const at = 9 * row;
    pairs.measure(pair.load(corners, at, at + 3, at + 6, points, 3 * a, 3 * b, 3 * c), false, out);
    least = Math.min(least, out[PAIR_SQUARED]);
  }
  return Math.sqrt(least);
}
const pair = new TrianglePair();
const pairs = new TriangleDistance();

const once = async ({ bone, tool, pose, delta, h }: ContactCase, options: Partial<DetectorOptions> = {}) => {
  const given = { bone, tool, contactDistance: delta, resolution: h, backend: 'cpu' as const, ...options };
  const detector = await createDetector(given);
  const reports = [detector.detectSync(pose), await detector.detect(pose, { workers: 2 }), detector.detectSync(pose)];
  detector.dispose();
  expect(new Set(reports.map(reportHash)).size).toBe(1);
  return reports[0];
};

describe('interiorResolution', () => {
  test(`puts together what lies deep, over all states (seed ${SEED})`, async () => {
    const random = mulberry32(SEED);
    const cases = [DEEP, ...contactCases(random, VARIETY), bars(random), await amongBubbles()];
    let [longer, judged, several, fineRows, rows] = [0, 0, 0, 0, 0];
    for (const [i, given] of cases.entries()) {
      const { h } = given;
      const interiorResolution = h * (i >= cases.length - 2 ? 16 : [4, 1, 2, 16][i % 4]);
      const fine = await once(given);
      const report = await once(given, { interiorResolution });
      expect([report.state, report.intersectingFaces]).toEqual([fine.state, fine.intersectingFaces]);
      const { contacts } = report;
      const holder = holders(fine.contacts, contacts);
      if (interiorResolution === h) expect(contacts.length).toBe(fine.contacts.length);
      fineRows += fine.contacts.length;
      rows += contacts.length;
      // The same patches: one to one, by the rows that they hold.
      const pairs = new Set(
        [...holder.keys()].map((row) => `${fine.contacts.patch[row]} ${contacts.patch[holder[row]]}`),
      );
      expect([pairs.size, report.patches.length]).toEqual([fine.patches.length, fine.patches.length]);
      if (fine.patches.length > 1) several++;
      const { meshes } = await ask(given);
      const large = [...contacts.body.keys()].filter((row) => longestEdge(contacts.corners, 9 * row) > h);
      longer += large.length;
      for (const row of contacts.body.keys()) {
        const [side, face] = [contacts.body[row], contacts.face[row]];
        const mesh = side === 0 ? given.bone : given.tool;
        // A path that leads to no triangle is refused.
        const corners = subTriangleCorners(mesh, face, h, contacts.level[row], contacts.path[row]);
        if (side === 0) expect(contacts.corners.subarray(9 * row, 9 * row + 9)).toEqual(corners);
      }
      for (const row of large) {
        const [edge, depth] = [longestEdge(contacts.corners, 9 * row), depthOf(contacts, row, meshes)];
        if (depth < edge * (1 - 1e-9)) throw new Error(`${given.name}, row ${row}: ${edge} long, ${depth} deep`);
      }
      for (const row of someOf(large.length, 12, random).map((k) => large[k])) {
        judged++;
        const leaf = contacts.corners.subarray(9 * row, 9 * row + 9);
        const other = meshes[1 - contacts.body[row]];
        const edge = longestEdge(contacts.corners, 9 * row);
        expect(edge).toBeLessThanOrEqual(interiorResolution * (1 + 2 ** -50));
        const depth = Array.from({ length: other.faces.length / 3 }, (_, g) =>
          triangleTriangleSquaredDistance(leaf, faceCorners(other, g)),
        ).reduce((least, squared) => (squared.lt(least) ? squared : least), exactFraction(1e300));
        if (roundedSquareRoot(depth, 'up') < edge)
          throw new Error(`${given.name}, row ${row}: ${edge} long, ${roundedSquareRoot(depth)} deep`);
        const [low, high] = [contacts.low[row], contacts.high[row]];
        const minimum = minimumSignedDistanceF64([...leaf], referenceMesh(other), { width: h / 64 });
        if (minimum.high < low || minimum.low > high)
          throw new Error(
            `${given.name}, row ${row}: minimum in [${minimum.low}, ${minimum.high}], not ${low}, ${high}`,
          );
        expect(high - low).toBeLessThanOrEqual((edge / Math.sqrt(3)) * (1 + 1e-9));
        expect(high).toBeLessThan(0);
      }
    }
    expect(longer).toBeGreaterThan(longRun(300, 60));
    expect(judged).toBeGreaterThan(longRun(100, 20));
    expect(several).toBeGreaterThan(2);
    expect(rows).toBeLessThan(0.9 * fineRows);
  });

  const bodies = { bone: box({ size: 4 }), tool: box({ size: 1 }), contactDistance: 0.1, resolution: 0.5 };
  test.each<[string, Partial<DetectorOptions>, string]>([
    ['less than h', { interiorResolution: 0.4 }, 'interiorResolution is 0.4'],
    ['NaN', { interiorResolution: Number.NaN }, 'interiorResolution is NaN'],
    ['no end', { interiorResolution: Number.POSITIVE_INFINITY }, 'interiorResolution is Infinity'],
    ['a text', { interiorResolution: '2' as unknown as number }, 'interiorResolution is "2"'],
    ['a GPU', { interiorResolution: 2, backend: 'webgpu' }, 'is served by the CPU alone'],
  ])('refuses %s', async (_, options, says) => {
    const asked = createDetector({ ...bodies, ...options });
    await expect(asked).rejects.toThrow(OptionError);
    await expect(asked).rejects.toThrow(says);
  });
  test('refuses a sphere, whose near side alone is reported', async () => {
    const tool = createConvex({ kind: 'sphere', radius: 1 });
    const asked = createDetector({ ...bodies, tool, interiorResolution: 2 });
    await expect(asked).rejects.toThrow(expect.objectContaining({ code: 'NOT_FOR_ROUND_TOOLS' }));
  });
  test('as much as h, it is as if left out', async () => {
    const equal = await createDetector({ ...bodies, backend: 'cpu', interiorResolution: 0.5 });
    const without = await createDetector({ ...bodies, backend: 'cpu' });
    const [one, other] = [equal, without].map((detector) => reportHash(detector.detectSync(identityPose)));
    expect(one).toBe(other);
    const left = await createDetector({ ...bodies, interiorResolution: 0.5 });
    expect(left.backendReason).not.toContain('interiorResolution');
    for (const detector of [equal, without, left]) detector.dispose();
  });
  test('left to choose, it is the CPU, which says why', async () => {
    const detector = await createDetector({
      ...bodies,
      tool: sphere({ radius: 1, subdivisions: 1 }),
      interiorResolution: 2,
    });
    expect([detector.backend, detector.backendReason]).toEqual(['cpu', 'interiorResolution is served by the CPU']);
    expect(detector.detectSync(identityPose).state).toBe('enclosed');
    detector.dispose();
  });
});
