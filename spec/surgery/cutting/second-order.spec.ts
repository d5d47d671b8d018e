// A smooth surface on ever smaller cells: its error falls with the square of the cell.

import { describe, expect, test } from '@jest/globals';
import { box, sphere } from '#datasets';
import { createCuttableBone, type TriangleMesh } from '#kerf';
import { translation } from '#harness/contact-cases.ts';
import { insphere, RADIUS } from '#harness/cut-cases.ts';
import { distancesTo, surfacePoints } from '#harness/exact-solids.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';

const SEED = 1854;
const POINTS = longRun(20_000, 8000);
const CELLS = [1, 0.5, 0.25].slice(0, longRun(3, 2));
const ball = sphere({ radius: RADIUS, subdivisions: longRun(7, 6) });
/** mm: the mesh lies between the sphere and one this much smaller. */
const DENT = RADIUS - insphere(ball);

/**
 * The required ratio of mean distances when the cell halves. Pieces of planes over lengths of c on a sphere of radius R
 * are off by K·c²·(1 + O(c/R)); K is a mean over all ways in which lattice and sphere meet, the same for each cell. If
 * the next order takes all of c/R = 1/10 from the larger cell and adds 1/20 to the smaller, 4·(9/10)/(21/20) = 3.43
 * remains.
 */
const FACTOR = 3.4;

/**
 * For a triangle's point p = Σλᵢvᵢ with corners on the sphere, |p|² = R² − Σ λᵢλⱼ|vᵢ − vⱼ|² ≥ R² − d²/3, where d is the
 * cell's diagonal: R − |p| ≤ c²/(R + |p|). Added to this are the mesh's own dent and the error of a crossing's place.
 */
const limit = (cell: number) => (cell * cell) / (2 * RADIUS - cell) + DENT + cell * 2 ** -16;

async function deviations(
  cut: (cell: number) => Promise<TriangleMesh>,
  isSmooth: (x: number, y: number, z: number) => boolean,
) {
  const random = mulberry32(SEED);
  const means: number[] = [];
  for (const cell of CELLS) {
    const all = surfacePoints(await cut(cell), POINTS, random);
    const points: number[] = [];
    for (let n = 0; n < all.length; n += 3)
      if (isSmooth(all[n], all[n + 1], all[n + 2])) points.push(all[n], all[n + 1], all[n + 2]);
    expect(points.length / 3).toBeGreaterThan(POINTS / 16);
    const distances = distancesTo(ball, Float64Array.from(points));
    expect(distances.reduce((a, b) => Math.max(a, b))).toBeLessThanOrEqual(limit(cell));
    means.push(distances.reduce((a, b) => a + b) / distances.length);
  }
  return means;
}

describe(`the mean distance falls by ${FACTOR} or more when the cell halves (seed ${SEED})`, () => {
  test.each([
    [
      'of a bone that is a ball, as made',
      async (cell: number) => (await createCuttableBone({ surface: ball, cell })).mesh,
      () => true,
    ],
    [
      'of a dent that a ball leaves in a block',
      async (cell: number) => {
        const bone = await createCuttableBone({ surface: box({ size: 24, center: [0, 0, -13] }), cell });
        bone.cut(ball, { from: translation(0, 0, 0), to: translation(0, 0, 0) });
        return bone.mesh;
      },
      // On the sphere, by more than two cells' diagonals from the block's top.
      (x: number, y: number, z: number) => z < -1 - 4 && Math.abs(Math.hypot(x, y, z) - RADIUS) < 0.2,
    ],
  ] as const)('%s', async (_what, cut, isSmooth) => {
    const means = await deviations(cut, isSmooth);
    for (let n = 1; n < means.length; n++) expect(means[n - 1] / means[n]).toBeGreaterThan(FACTOR);
  });
});
