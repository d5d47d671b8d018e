// Walls and spikes thinner than a cell that cuts leave, and cuts that lose nothing: wherever the exact solid is farther
// from the surface than `bound`, the cut has said so.

import { expect, test } from '@jest/globals';
import { box } from '#datasets';
import { createCuttableBone, type TriangleMesh } from '#kerf';
import { composed, poseOf, randomRotation, translation } from '#harness/contact-cases.ts';
import { distancesTo, meshOf, solidOf, surfacePoints, sweptHull } from '#harness/exact-solids.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { inDeep } from '#harness/sets.ts';
import { squareTube } from '#harness/shells.ts';

const SEED = 5303;
const POINTS = longRun(20_000, 3000);
const MIDDLE = [0.37, 0.21, -0.43] as const;
const block = box({ size: 24, center: MIDDLE });
/** mm: from a cell's middle to its corners, and the rounding of the exact solid's f32 coordinates. */
const HALF_CELL = Math.sqrt(3) * (0.5 + 32 * 2 ** -24);
type Random = () => number;

const greatest = (distances: Float64Array) => distances.reduce((a, b) => Math.max(a, b));

interface Stroke {
  readonly tool: TriangleMesh;
  readonly from: Float64Array;
  readonly to: Float64Array;
  readonly swept: ReturnType<typeof sweptHull>;
}

/** A box of this size moved along the z of a turned frame, from outside the block to `depth` beyond its middle. */
function plunge(
  at: Float64Array,
  size: readonly [number, number, number],
  x: number,
  y: number,
  depth: number,
): Stroke {
  const [from, to] = [-20, depth].map((z) => composed(at, translation(x, y, z)));
  const tool = box({ size });
  return { tool, from, to, swept: sweptHull(tool, from, to) };
}

/** Cuts that leave something of this thickness, in cells, which are 1 mm; and none that is thinner. */
const kinds: Readonly<Record<string, (random: Random, thickness: number) => readonly Stroke[]>> = {
  'a wall between two slots': (random, thickness) => {
    const at = poseOf(randomRotation(random), MIDDLE);
    const way = 2.5 + thickness / 2;
    return [-way, way].map((x) => plunge(at, [5, 40, 12], x, 0, 2));
  },
  'a spike that a tube cuts free': (random, thickness) => {
    const at = poseOf(randomRotation(random), MIDDLE);
    // It moves along itself, and sweeps what its outside does, less what its inside does.
    const whole = plunge(at, [10, 10, 12], 0, 0, 0);
    const inside = plunge(at, [thickness, thickness, 24], 0, 0, 0);
    return [{ ...whole, tool: squareTube(thickness / 2, 5, 12), swept: whole.swept.subtract(inside.swept) }];
  },
  'a wedge between two slots that meet': (random, thickness) => {
    const [c, s] = [Math.cos(thickness / 8), Math.sin(thickness / 8)];
    const turn = (sign: number) => Float64Array.from([c, sign * s, 0, 0, -sign * s, c, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
    const at = poseOf(randomRotation(random), MIDDLE);
    return [-1, 1].map((sign) => plunge(composed(at, turn(sign)), [5, 40, 12], 2.6 * sign, 0, 2));
  },
};

/** mm, and cells. */
const THICKNESSES = [0.1, 0.3, 0.5, 0.8, 1.2, 2];

function isShownOrSaid(name: string, thicknesses: readonly number[]): void {
  const make = kinds[name];
  test(`${name} of ${thicknesses.join(', ')} cells is shown or said (seed ${SEED})`, async () => {
    const random = mulberry32(SEED);
    const counts = { cuts: 0, beyond: 0, said: 0 };
    for (const thickness of thicknesses)
      for (let trial = 0; trial < longRun(30, 2); trial++) {
        const bone = await createCuttableBone({ surface: block, cell: 1 });
        let left = solidOf(block);
        let said = 0;
        for (const { tool, from, to, swept } of make(random, thickness)) {
          const { lost } = bone.cut(tool, { from, to, motion: 'linear' });
          left = left.subtract(swept);
          counts.cuts++;
          said += lost.walls + lost.gaps + lost.spikes;
          expect(lost.positions).toHaveLength(3 * (lost.walls + lost.gaps + lost.spikes));
          // The middle of a cell with bone that is left and not shown: the exact surface passes through the cell, and
          // ours through none of the cells around it.
          if (lost.positions.length === 0) continue;
          expect(greatest(distancesTo(meshOf(left), lost.positions))).toBeLessThanOrEqual(HALF_CELL);
          const away = distancesTo(bone.mesh, lost.positions).reduce((a, b) => Math.min(a, b));
          expect(away).toBeGreaterThanOrEqual(1.5);
        }
        const exact = meshOf(left);
        const back = greatest(distancesTo(bone.mesh, surfacePoints(exact, POINTS, random)));
        expect({ thickness, trial, isHeld: back <= bone.bound || said > 0 }).toEqual({
          thickness,
          trial,
          isHeld: true,
        });
        if (back > bone.bound) counts.beyond++;
        if (said > 0) counts.said++;
      }
    console.log(JSON.stringify(counts));
    expect(counts.said).toBeGreaterThan(0);
  });
}

isShownOrSaid('a spike that a tube cuts free', [0.3]);
inDeep(() => {
  for (const name of Object.keys(kinds)) isShownOrSaid(name, THICKNESSES);
});

test(`wide slots leave no wall and no gap (seed ${SEED})`, async () => {
  const random = mulberry32(SEED);
  for (let trial = 0; trial < longRun(20, 4); trial++) {
    const bone = await createCuttableBone({ surface: block, cell: 1 });
    const at = poseOf(randomRotation(random), MIDDLE);
    for (const { tool, from, to } of [plunge(at, [5, 40, 12], 0, 0, 2), plunge(at, [40, 5, 12], 0, 0, 1)]) {
      const { lost } = bone.cut(tool, { from, to, motion: 'linear' });
      // A turned slot may leave a sliver along an edge of the block: a spike, and rightly said.
      expect(lost).toMatchObject({ walls: 0, gaps: 0 });
    }
  }
});

test('crumbs are not pieces if a least volume is given; nonsense is refused by name', async () => {
  const bone = await createCuttableBone({ surface: block, cell: 1 });
  const at = poseOf([1, 0, 0, 0, 1, 0, 0, 0, 1], MIDDLE);
  // Two slots all the way through: two large parts, and a plate of 3 × 24 × 24 mm between them.
  for (const x of [-3.5, 3.5]) {
    const { tool, from, to } = plunge(at, [4, 40, 40], x, 0, 20);
    bone.cut(tool, { from, to, motion: 'linear' });
  }
  const volumes = (least?: number) => bone.pieces(least === undefined ? {} : { least }).map(({ volume }) => volume);
  const all = volumes();
  expect(all).toHaveLength(3);
  expect(all).toEqual(bone.pieces().map(({ volume }) => volume));
  expect(Math.abs(all[2] - 3 * 24 * 24)).toBeLessThan(1);
  expect(volumes(all[2])).toEqual(all);
  expect(volumes(all[2] + 1e-9)).toEqual(all.slice(0, 2));
  expect(volumes(all[0] + 1)).toEqual([]);
  for (const least of [-1, Number.NaN, Number.POSITIVE_INFINITY, '1', null])
    expect(() => bone.pieces({ least: least as number })).toThrow(expect.objectContaining({ code: 'BAD_LEAST' }));
  expect(() => bone.pieces({ most: 1 } as object)).toThrow(expect.objectContaining({ code: 'UNKNOWN_OPTION' }));
  expect(() => bone.pieces(null as never)).toThrow(expect.objectContaining({ code: 'WRONG_TYPE' }));
});
