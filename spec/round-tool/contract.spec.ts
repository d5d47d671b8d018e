// Reports of random spheres and capsules against random bones keep G1 to G5: every leaf, every pair and the state, by
// exact arithmetic.

import { describe, expect, test } from '@jest/globals';
import { sphere } from '../../datasets/index.ts';
import { createConvex, createDetector } from '../../lib/index.ts';
import { longRun } from '../harness/long-run.ts';
import { mulberry32 } from '../harness/random.ts';
import { coordinates, rigidPose } from '../harness/random-geometry.ts';
import { type RoundCase, RoundOracle } from '../harness/round-oracle.ts';

type Random = () => number;

/** Triangles without neighbours, of two sizes; or a closed icosahedron; or whole numbers, where ties are frequent. */
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
  const faces = Uint32Array.from({ length: 3 * count }, (_, i) => i);
  return { positions: moved(points.flat()), faces, name: 'bone' };
}

function caseOf(random: Random, i: number, scale: number, offset: number): RoundCase {
  const kind = i % 3;
  const bone = boneOf(random, kind, scale, offset);
  const whole = kind === 2;
  const size = whole ? Math.floor(4 * random()) : random() < 0.1 ? 0 : 1.2 * random();
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
      for (let i = 0; i < longRun(600, 18); i++) {
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
});
