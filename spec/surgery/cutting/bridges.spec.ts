// Cuts that leave a bridge of bone between two halves, thinner than a cell: it is shown, or the cut says where it is;
// and cuts that leave none say none.

import { expect, test } from '@jest/globals';
import { box } from '#datasets';
import { type CutResult, createCuttableBone, type RigidMotion, type TriangleMesh } from '#kerf';
import { StandingBridges } from '#cutting';
import { composed, poseOf, randomRotation, translation } from '#harness/contact-cases.ts';
import { distancesTo, meshOf, solidOf, sweptHull } from '#harness/exact-solids.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { inDeep } from '#harness/sets.ts';
import { joined, squareTube } from '#harness/shells.ts';

const SEED = 5350;
const MIDDLE = [0.37, 0.21, -0.43] as const;
const block = box({ size: 14, center: MIDDLE });
/** In cells, which are 1 mm. */
const WIDTHS = [0.3, 1, 2, 4];
/** mm³: what narrows to less than a cell may lose its tip. */
const CRUMB = 1;
/** mm: from a cell's middle to its corners. */
const HALF_CELL = Math.sqrt(3) / 2;
type Random = () => number;

interface Stroke {
  readonly tool: TriangleMesh;
  readonly motion: RigidMotion;
  readonly swept: ReturnType<typeof solidOf>;
}

function along(at: Float64Array, tool: TriangleMesh, y: number, from: number, to: number): Stroke {
  const [low, high] = [from, to].map((z) => composed(at, translation(0, y, z)));
  return { tool, motion: { from: low, to: high, motion: 'linear' }, swept: sweptHull(tool, low, high) };
}

interface Kind {
  /** In cells: of what is left. */
  readonly thicknesses: readonly number[];
  readonly make: (random: Random, width: number, thickness: number) => Stroke[];
}

/** A slot of this width through the block, but for what is left in it. */
const kinds: Readonly<Record<string, Kind>> = {
  'two slots with a wall between them': {
    thicknesses: [0.3, 0.6, 0.9, 2],
    make: (random, width, thickness) => {
      const at = poseOf(randomRotation(random), MIDDLE);
      const tool = box({ size: [width, 40, 12] });
      return [-1, 1].map((sign) => along(at, tool, sign * (20 + thickness / 2), -30, 30));
    },
  },
  'a slot with a rod in it': {
    thicknesses: [0.6, 0.9, 2],
    make: (random, width, thickness) => {
      const at = poseOf(randomRotation(random), MIDDLE);
      const tool = squareTube(thickness / 2, 20, width);
      const rod = solidOf(box({ size: [thickness, thickness, 2 * width] }));
      const slot = sweptHull(box({ size: [40, 40, width] }), at, at);
      const hole = rod.transform([...at] as never);
      return [{ tool, motion: { from: at, to: at }, swept: slot.subtract(hole) }];
    },
  },
};

/** @returns what it has cut, and the number of pieces, of ours and of the exact solid. */
async function cutAll(strokes: readonly Stroke[]) {
  const bone = await createCuttableBone({ surface: block, cell: 1 });
  let left = solidOf(block);
  const results: CutResult[] = [];
  for (const { tool, motion, swept } of strokes) {
    results.push(bone.cut(tool, motion));
    left = left.subtract(swept);
  }
  const exact = left.decompose().filter((part) => part.volume() > CRUMB).length;
  const shown = bone.pieces().filter(({ volume }) => volume > CRUMB).length;
  return { results, exact, shown, left };
}

function expectShownOrSaid(name: string): void {
  const { make, thicknesses } = kinds[name];
  test(`${name}: shown, or said (seed ${SEED})`, async () => {
    const random = mulberry32(SEED);
    const counts = { cuts: 0, apart: 0, bridges: 0 };
    for (const width of WIDTHS)
      for (const thickness of thicknesses)
        for (let trial = 0; trial < longRun(6, 1); trial++) {
          const { results, exact, shown, left } = await cutAll(make(random, width, thickness));
          const bridges = results.flatMap((result) => [...result.bridges]);
          const said = bridges.length / 3 + results.reduce((sum, { lost }) => sum + lost.walls + lost.spikes, 0);
          expect({ width, thickness, shown, isSaid: shown === exact || said > 0 }).toEqual({
            ...{ width, thickness, shown, isSaid: true },
          });
          if (bridges.length > 0)
            expect(Math.max(...distancesTo(meshOf(left), Float64Array.from(bridges)))).toBeLessThan(2 * HALF_CELL);
          counts.cuts += results.length;
          if (shown !== exact) counts.apart++;
          counts.bridges += bridges.length / 3;
        }
    console.log(`${name}: ${JSON.stringify(counts)}`);
    expect(counts.bridges).toBeGreaterThan(0);
  });
}

expectShownOrSaid('a slot with a rod in it');
inDeep(() => expectShownOrSaid('two slots with a wall between them'));

test(`a slot through and through leaves no bridge (seed ${SEED + 1})`, async () => {
  const random = mulberry32(SEED + 1);
  for (const width of WIDTHS)
    for (let trial = 0; trial < longRun(20, 2); trial++) {
      const at = poseOf(randomRotation(random), MIDDLE);
      const tool = box({ size: [width, 40, 12] });
      const { results, exact, shown } = await cutAll([along(at, tool, 0, -30, 0), along(at, tool, 0, 0, 30)]);
      expect([width, exact, shown]).toEqual([width, 2, 2]);
      expect(results.flatMap(({ bridges }) => [...bridges])).toEqual([]);
    }
});

test('a floor that one motion leaves, and the next goes through, does not stand', async () => {
  const bone = await createCuttableBone({ surface: box({ size: [20, 10, 8], center: [10.3, 5.3, 4.3] }), cell: 1 });
  const tool = box({ size: [2.3, 30, 12] });
  const standing = new StandingBridges();
  const counts = [9, 4, 0.75, -2].map((z, n, all) => {
    const from = translation(10.3, 5.3, (all[n - 1] ?? 20) + 6);
    const motion = { from, to: translation(10.3, 5.3, z + 6), motion: 'linear' } as const;
    standing.cut(tool, motion, bone.cut(tool, motion).bridges, bone.cell);
    return standing.places.length / 3;
  });
  expect(counts).toEqual([0, 0, 1, 0]);
  expect(bone.pieces()).toHaveLength(2);
});

test('a wall far along a slot that is looked at in several tiles', async () => {
  const bone = await createCuttableBone({ surface: box({ size: [110, 8, 8], center: [0.3, 0.1, 0.2] }), cell: 1 });
  const slot = (from: number, to: number) => box({ size: [to - from, 1.3, 4], center: [(from + to) / 2, 0.4, 0] });
  const motion = { from: translation(0, 0, -10), to: translation(0, 0, 10), motion: 'linear' } as const;
  const { bridges } = bone.cut(joined(slot(-60, 40.2), slot(40.8, 60)), motion);
  expect(bone.pieces()).toHaveLength(2);
  expect(bridges).toHaveLength(3);
  expect(bridges[0]).toBeGreaterThan(40.2);
  expect(bridges[0]).toBeLessThan(40.8);
});
