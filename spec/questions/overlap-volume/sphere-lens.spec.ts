// Two spheres of triangles → the lens that they share: against the exact volume, in fractions, and between the lenses
// of the balls that bound each of them.
//
// A sphere's mesh has its corners on the sphere of radius R and its faces no nearer to the centre than some r. So the
// solid contains the ball of radius r and lies in that of radius R, and the common volume of two is between those of
// the balls' lenses. r is R minus the faces' sagitta, which four times as many faces reduce to a quarter.

import { expect, test } from '@jest/globals';
import { sphere } from '#datasets';
import { createMesh, type TriangleMesh } from '#kerf';
import { exactFraction, posedPositions, windingProductVolume } from '#reference';
import { poseOf, randomRotation, translation } from '#harness/contact-cases.ts';
import { longRun, partOf } from '#harness/long-run.ts';
import { VolumeQuery } from '#harness/overlap-volumes.ts';
import { mulberry32 } from '#harness/random.ts';
import { unitVector } from '#harness/random-geometry.ts';
import { inDeep } from '#harness/sets.ts';

const SEED = 1953;

/** The lens of two balls whose centres are d apart. */
function lens(a: number, b: number, d: number): number {
  if (d >= a + b) return 0;
  if (d <= Math.abs(a - b)) return (4 / 3) * Math.PI * Math.min(a, b) ** 3;
  return (Math.PI * (a + b - d) ** 2 * (d * d + 2 * d * (a + b) - 3 * (a - b) ** 2)) / (12 * d);
}

/** The least distance from a face's plane to the origin. */
function innerRadius({ positions, faces }: TriangleMesh): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < faces.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((n) => positions.subarray(3 * faces[i + n], 3 * faces[i + n] + 3));
    const [u, v] = [b, c].map((corner) => [0, 1, 2].map((k) => corner[k] - a[k]));
    const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const along = normal.reduce((sum, part, k) => sum + part * a[k], 0);
    least = Math.min(least, Math.abs(along) / Math.hypot(...normal));
  }
  return least;
}

/** Turned at random, with its centre at `distance` from the origin. */
function placed(random: () => number, distance: number): Float64Array {
  const way = unitVector(random);
  return poseOf(
    randomRotation(random),
    way.map((part) => distance * part),
  );
}

test.each([
  [1e-3, 0],
  [1, 1],
  [1e3, 2],
])(`between the lenses of the balls inside and outside, scale %d (seed ${SEED})`, (scale, first) => {
  const random = mulberry32(SEED);
  const big = sphere({ radius: 3 * scale, subdivisions: 4 });
  const small = sphere({ radius: 2 * scale, subdivisions: 3 });
  const inner = [innerRadius(big), innerRadius(small)] as const;
  for (const distance of partOf([0.5, 1.5, 3, 4, 4.5], 3, first)) {
    const d = distance * scale;
    const most = lens(3 * scale, 2 * scale, d);
    const least = lens(...inner, d);
    expect([least > 0, least > 0.9 * most]).toEqual([true, true]);
    const { low, high } = new VolumeQuery(big, small).find(placed(random, d), 1e-4);
    expect({ distance, low, high, isIn: low <= most && least <= high }).toMatchObject({ isIn: true });
    expect(high - low).toBeLessThanOrEqual(1e-4 * high);
  }
});

/** Rounded corners, which keep the oracle's fractions short. */
const rounded = ({ positions, faces }: TriangleMesh) => createMesh(Array.from(positions, sixtyFourths), faces);
const sixtyFourths = (x: number) => Math.round(64 * x) / 64;

inDeep(() =>
  test(`the exact volume of what two meshes share (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    const bone = rounded(sphere({ radius: 3, subdivisions: 1 }));
    const tool = rounded(sphere({ radius: 2, subdivisions: longRun(1, 0) }));
    const query = new VolumeQuery(bone, tool);
    for (let n = 0; n < longRun(12, 1); n++) {
      const [x, y, z] = unitVector(random).map((part) => sixtyFourths((2 + 2.5 * random()) * part));
      const pose = translation(x, y, z);
      const exact = windingProductVolume(bone, { positions: posedPositions(tool.positions, pose), faces: tool.faces });
      expect(exact.compare(0)).toBe(1);
      for (const width of [0.01, 1e-5]) {
        const { low, high } = query.find(pose, width);
        const isIn = exactFraction(low).compare(exact) <= 0 && exactFraction(high).compare(exact) >= 0;
        expect({ n, width, low, high, isIn }).toMatchObject({ isIn: true });
        expect(high - low).toBeLessThanOrEqual(width * high);
      }
    }
  }),
);
