// Tools thinner than a cell still cut: a blade saws a block in two, a needle leaves pits along its whole path, in any
// direction.

import { describe, expect, test } from '@jest/globals';
import { box } from '#datasets';
import { createCuttableBone, inspectMesh, type TriangleMesh } from '#kerf';
import { composed, poseOf, randomRotation, translation } from '#harness/contact-cases.ts';
import { distancesTo } from '#harness/exact-solids.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { splitCases } from '#harness/split-cases.ts';

const SEED = 1928;
const CELL = 1;
const TURNS = longRun(12, 2);
const block = box({ size: 10, center: [0.37, 0.21, -0.43] });

/** A randomly turned pose about the block's middle, or nearly, and the same pushed along the tool's z. */
function ways(random: () => number, push: number) {
  const from = poseOf(
    randomRotation(random),
    [0.37, 0.21, -0.43].map((x) => x + 2 * random() - 1),
  );
  return { from: composed(from, translation(0, 0, -push)), to: composed(from, translation(0, 0, push)) };
}

const sound = (mesh: TriangleMesh) =>
  expect(inspectMesh(mesh)).toMatchObject({ closed: true, oriented: true, manifold: true });

splitCases([0.1, 0.5, 1], [0], (thicknesses) =>
  describe.each(thicknesses)('a blade of %s cells', (thickness) => {
    // 30 mm each way: the blade's plane leaves the block on all sides.
    const blade = box({ size: [thickness * CELL, 30, 20] });

    test(`pushed along its plane through a block at ${TURNS} random turns: two pieces (seed ${SEED})`, async () => {
      const random = mulberry32(SEED);
      for (let trial = 0; trial < TURNS; trial++) {
        const bone = await createCuttableBone({ surface: block, cell: CELL });
        const motion = ways(random, 5);
        bone.cut(blade, { ...motion, motion: 'linear' });
        sound(bone.mesh);
        expect({ trial, pieces: inspectMesh(bone.mesh).components }).toEqual({ trial, pieces: 2 });
        expect(bone.pieces().map(({ volume }) => volume > 50)).toEqual([true, true]);
      }
    });

    test(`saws in strokes that only touch: two pieces (seed ${SEED + 1})`, async () => {
      const random = mulberry32(SEED + 1);
      for (let trial = 0; trial < longRun(5, 1); trial++) {
        const bone = await createCuttableBone({ surface: block, cell: CELL });
        const { from, to } = ways(random, 20);
        for (let stroke = 0; stroke < 8; stroke++) {
          const at = (share: number) => from.map((x, i) => x + share * (to[i] - x));
          bone.cut(blade, { from: at(stroke / 8), to: at((stroke + 1) / 8), motion: 'linear' });
          sound(bone.mesh);
        }
        expect({ trial, pieces: inspectMesh(bone.mesh).components }).toEqual({ trial, pieces: 2 });
      }
    });
  }),
);

splitCases([0.02, 0.1, 0.2], [1], (thicknesses) =>
  describe.each(thicknesses)('a blade of %s cells', (thickness) => {
    test(`moved across its flat within a block: no bone is left on its way, nor islands (seed ${SEED + 3})`, async () => {
      const blade = box({ size: [thickness * CELL, 5, 4] });
      const random = mulberry32(SEED + 3);
      for (let trial = 0; trial < TURNS; trial++) {
        const bone = await createCuttableBone({ surface: block, cell: CELL });
        const before = inspectMesh(bone.mesh).volume;
        const at = poseOf(randomRotation(random), [0.37, 0.21, -0.43]);
        const [from, to] = [-2, 2].map((x) => composed(at, translation(x, 0, 0)));
        bone.cut(blade, { from, to, motion: 'linear' });
        sound(bone.mesh);
        expect(bone.pieces()).toHaveLength(1);
        // A cavity of 4 × 5 × 4 mm, whose sides are off by up to a cell, and its edges.
        const swept = before - inspectMesh(bone.mesh).volume;
        expect(swept).toBeGreaterThan(3 * 4 * 3);
        expect(swept).toBeLessThan(5 * 6 * 5);
      }
    });
  }),
);

splitCases([0.1, 0.5], [0], (thicknesses) =>
  describe.each(thicknesses)('a needle of %s cells', (thickness) => {
    const needle = box({ size: [thickness * CELL, thickness * CELL, 30] });

    test(`pushed along itself through a block at ${TURNS} random turns: slots all along (seed ${SEED + 2})`, async () => {
      const random = mulberry32(SEED + 2);
      for (let trial = 0; trial < TURNS; trial++) {
        const bone = await createCuttableBone({ surface: block, cell: CELL });
        const before = inspectMesh(bone.mesh).volume;
        const motion = ways(random, 2);
        const { removedVolume } = bone.cut(needle, { ...motion, motion: 'linear' });
        sound(bone.mesh);
        expect(inspectMesh(bone.mesh).volume).toBeLessThan(before);
        // About 10 mm of the needle are in bone; the interval holds what they swept, although the slot is a cell wide.
        expect(removedVolume.low).toBeLessThan(17.4 * thickness ** 2);
        expect(removedVolume.high).toBeGreaterThan(8 * thickness ** 2);
        // No point of the needle in the block is farther from the surface than the bound. The cut may be a chain of
        // pits.
        const points = Array.from({ length: 101 }, (_, n) => (n - 50) / 5).flatMap((z) => {
          const at = composed(motion.from, translation(0, 0, z + 2)).slice(12, 15);
          return [0.37, 0.21, -0.43].every((x, k) => Math.abs(at[k] - x) < 5) ? [...at] : [];
        });
        expect(points.length).toBeGreaterThan(3 * 30);
        const farthest = distancesTo(bone.mesh, Float64Array.from(points)).reduce((a, b) => Math.max(a, b));
        expect(farthest).toBeLessThanOrEqual(bone.bound);
      }
    });
  }),
);
