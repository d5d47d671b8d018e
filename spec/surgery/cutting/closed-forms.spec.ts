// Cuts whose volume is known in closed form: the interval, the surface within its bound both ways, and the kind of
// surface, at one cell, and with KERF_LONG=1 at two finer ones.

import { describe, expect, test } from '@jest/globals';
import { createCuttableBone, inspectMesh, selfIntersections } from '#kerf';
import { cutCases } from '#harness/cut-cases.ts';
import { distancesTo, meshOf, solidOf, surfacePoints, sweptHull } from '#harness/exact-solids.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';

const SEED = 1987;
const POINTS = longRun(100_000, 2000);
const PARTS = 2 ** 16;

describe.each(cutCases.map((make) => make()))('$name', ({ bone, tool, plain, motion, volume, pieces, planes }) => {
  const swept = sweptHull(plain, motion.from, motion.to);
  const before = solidOf(bone);
  const left = before.subtract(swept);
  const exact = meshOf(left);
  /** f32 coordinates of the exact solid are off by half a unit in the last place of at most 64 mm each way. */
  const rounding = Math.sqrt(3) * 64 * 2 ** -24;

  test('the exact solid has the closed form’s volume', () => {
    const common = before.volume() - left.volume();
    const slack = rounding * (before.surfaceArea() + left.surfaceArea());
    expect(common).toBeGreaterThan(volume.low - slack);
    expect(common).toBeLessThan(volume.high + slack);
  });

  test.each([1, 0.5, 0.25].slice(0, longRun(3, 1)))(`cell %s mm (seed ${SEED})`, async (cell) => {
    const random = mulberry32(SEED);
    const cuttable = await createCuttableBone({ surface: bone, cell });
    expect(cuttable.cell).toBe(cell);
    const made = inspectMesh(cuttable.mesh).volume;
    const common = solidOf(cuttable.mesh).intersect(swept);
    const { removedVolume, volumeLoss } = cuttable.cut(tool, motion);
    // The interval refers to the bone's mesh as it was, which is the closed form only if that has planes.
    const slack = rounding * common.surfaceArea();
    expect(removedVolume.low).toBeLessThanOrEqual(common.volume() + slack);
    expect(removedVolume.high).toBeGreaterThanOrEqual(common.volume() - slack);
    if (planes !== null) {
      expect(removedVolume.low).toBeLessThanOrEqual(volume.low);
      expect(removedVolume.high).toBeGreaterThanOrEqual(volume.high);
    }

    const { mesh, bound } = cuttable;
    // Sums of up to 10^5 terms of up to 10^4 mm³, with one rounding each.
    const facts = inspectMesh(mesh);
    expect(Math.abs(made - facts.volume - volumeLoss)).toBeLessThan(1e5 * 1e4 * 2 ** -52);
    expect(facts).toMatchObject({ closed: true, oriented: true, manifold: true, degenerateFaces: 0 });
    expect(facts.components).toBe(pieces);
    expect(cuttable.pieces()).toHaveLength(pieces);
    expect(selfIntersections(mesh)).toHaveLength(0);

    const ours = surfacePoints(mesh, POINTS, random);
    const there = distancesTo(exact, ours);
    const back = distancesTo(mesh, surfacePoints(exact, POINTS, random));
    const farthest = [there, back].map((distances) => distances.reduce((a, b) => Math.max(a, b)));
    for (const distance of farthest) expect(distance).toBeLessThanOrEqual(bound + rounding);
    if (planes !== null) expectFlat(ours, planes, cell);
  });
});

/**
 * A point lies in a cell that meets no plane except those within the cell's diagonal of the point. If there is only
 * one, all points of the cell's loop are crossings of lines with it, each placed to the nearest part of an edge, or the
 * next.
 */
function expectFlat(points: Float64Array, planes: readonly (readonly number[])[], cell: number): void {
  let flat = 0;
  let farthest = 0;
  for (let n = 0; n < points.length; n += 3) {
    const distances = planes
      .map(([x, y, z, offset]) => Math.abs(x * points[n] + y * points[n + 1] + z * points[n + 2] - offset))
      .filter((distance) => distance <= Math.sqrt(3) * cell);
    if (distances.length !== 1) continue;
    flat++;
    farthest = Math.max(farthest, distances[0]);
  }
  expect(flat).toBeGreaterThan(POINTS / 8);
  expect(farthest).toBeLessThanOrEqual(cell / PARTS);
}
