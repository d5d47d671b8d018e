// Reports of random spheres and capsules against random bones satisfy G1 to G5: every leaf, every pair and the state,
// by exact arithmetic.

import { describe, expect, test } from '@jest/globals';
import { sphere } from '#datasets';
import { createConvex, createDetector } from '#kerf';
import { roundedSquareRoot } from '#reference';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { coordinates, rigidPose, unitVector } from '#harness/random-geometry.ts';
import { type RoundCase, RoundOracle } from '#harness/round-oracle.ts';

type Random = () => number;

/** Triangles without neighbours, some slivers; a closed icosahedron; integer coordinates, where ties are frequent. */
function boneOf(random: Random, kind: number, scale: number, offset: number): RoundCase['bone'] {
  const moved = (xs: ArrayLike<number>) => Float64Array.from(xs, (x) => scale * x + offset);
  if (kind === 1) {
    const { positions, faces } = sphere({ radius: 1 + random(), subdivisions: 0 });
    return { positions: moved(positions), faces: new Uint32Array(faces), name: 'bone' };
  }
  const count = 8;
  const points = Array.from({ length: 3 * count }, (_, i) => {
    if (kind === 2) return [0, 1, 2].map(() => Math.floor(7 * random()) - 3);
    return coordinates(random, 3, i % 2 === 0 ? 1 : 0.3, 0);
  });
  if (kind === 0) for (let face = 0; face < 3; face++) points.splice(3 * face, 3, ...sliver(random));
  const faces = Uint32Array.from({ length: 3 * count }, (_, i) => i);
  return { positions: moved(points.flat()), faces, name: 'bone' };
}

/** Three points within 1e-9 of a line. */
function sliver(random: Random): number[][] {
  const [from, way] = [coordinates(random, 3, 1, 0), unitVector(random)];
  return [0, 1, 2].map(() => {
    const t = 2 * random() - 1;
    return from.map((x, k) => x + t * way[k] + 1e-9 * random());
  });
}

function caseOf(random: Random, i: number, scale: number, offset: number): RoundCase {
  const kind = i % 3;
  const bone = boneOf(random, kind, scale, offset);
  const whole = kind === 2;
  const size = whole ? Math.floor(4 * random()) : random() < 0.1 ? [0, 1e6][i % 2] : 1.2 * random();
  const length = whole ? 2 * Math.floor(3 * random()) : 2 * random();
  const round = { radius: scale * size };
  const tool = createConvex(
    i % 2 === 0 ? { kind: 'sphere', ...round } : { kind: 'capsule', ...round, length: scale * length },
  );
  const free = rigidPose(random, 1.5);
  const pose = whole ? [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, ...free.slice(12).map(Math.round)] : free;
  for (let k = 12; k < 15; k++) pose[k] = scale * pose[k] + offset;
  const delta = whole ? scale * Math.floor(3 * random()) : scale * 0.4 * random();
  return { bone, tool, pose, delta, resolution: scale * (0.4 + random()) };
}

/** One unit in the last place away. */
function neighbour(x: number, steps: number): number {
  const bits = new BigInt64Array(Float64Array.of(x).buffer);
  bits[0] += BigInt(steps);
  return new Float64Array(bits.buffer)[0];
}

const SEED = 1903;
const SCALES = [
  [1, 0],
  [1e-3, 0],
  [1e3, 0],
  [1, 1e5],
] as const;

describe('a report of a sphere or capsule', () => {
  test(`keeps G1 to G5 (seed ${SEED})`, async () => {
    const random = mulberry32(SEED);
    const seen = new Map<string, number>();
    for (const [scale, offset] of SCALES)
      for (let i = 0; i < longRun(600, 6); i++) {
        const asked = caseOf(random, i, scale, offset);
        const { bone, tool, delta: contactDistance, resolution } = asked;
        const detector = await createDetector({ bone, tool, contactDistance, resolution, backend: 'cpu' });
        const report = detector.detectSync(asked.pose);
        seen.set(report.state, (seen.get(report.state) ?? 0) + 1);
        const faults = new RoundOracle(asked).faults(report);
        if (faults.length > 0) throw new Error(`case ${i}, scale ${scale}, offset ${offset}: ${faults.join('; ')}`);
        expect(detector.intersects(asked.pose)).toBe(report.state === 'intersecting');
        expect(detector.intersectingFaces(asked.pose)).toEqual(report.intersectingFaces);
      }
    for (const state of ['separated', 'near', 'intersecting', 'enclosed']) expect(seen.get(state)).toBeGreaterThan(0);
  });

  test(`decides tangency exactly: radius or δ the rounded distance, and its neighbours (seed ${SEED})`, async () => {
    const random = mulberry32(SEED);
    const seen = { shared: 0, apart: 0, inside: 0 };
    const name = 'bone';
    const faces = Uint32Array.of(0, 1, 2);
    for (let i = 0; i < longRun(2000, 24); i++) {
      const [scale, offset] = SCALES[i % 4];
      const bone = { positions: Float64Array.from(coordinates(random, 9, scale, offset)), faces, name };
      const pose = rigidPose(random, 2);
      for (let k = 12; k < 15; k++) pose[k] = scale * pose[k] + offset;
      const shapeOf = (radius: number) =>
        createConvex(i % 3 === 0 ? { kind: 'capsule', radius, length: scale } : { kind: 'sphere', radius });
      const point = new RoundOracle({ bone, pose, tool: shapeOf(0), delta: 0, resolution: 1 });
      const corners = point.corners(0);
      const farthest = [0, 3, 6].map((k) => point.squared([0, 1, 2].flatMap(() => corners.slice(k, k + 3))));
      // The closest point of the face touches from outside, its farthest corner from inside.
      const squared = i % 2 === 0 ? point.squared(corners) : farthest.reduce((a, b) => (b.gt(a) ? b : a));
      const nearest = roundedSquareRoot(point.squared(corners));
      for (const steps of [-1, 0, 1]) {
        const radius = neighbour(roundedSquareRoot(squared), steps);
        const tool = shapeOf(radius);
        const half = { tool: shapeOf(nearest / 3), delta: neighbour(nearest - nearest / 3, steps) };
        const oracle = new RoundOracle({ bone, pose, tool, delta: 0, resolution: 1 });
        const near = new RoundOracle({ bone, pose, ...half, resolution: 1 });
        const options = { bone, resolution: 4 * scale, backend: 'cpu' } as const;
        const touching = await createDetector({ ...options, tool, contactDistance: 0 });
        const apart = await createDetector({ ...options, tool: half.tool, contactDistance: half.delta });
        expect([i, steps, touching.detectSync(pose).state]).toEqual([i, steps, oracle.state()]);
        expect([i, steps, apart.detectSync(pose).state]).toEqual([i, steps, near.state()]);
        expect(touching.minimumDistance(pose).distance === 0).toBe(oracle.side(0) === 'shared');
        const side = oracle.side(0);
        seen[side === 'outside' ? 'apart' : side]++;
      }
    }
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(longRun(20, 6));
  });
});
