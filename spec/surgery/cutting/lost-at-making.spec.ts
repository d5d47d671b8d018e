// Spikes, canals, walls and slits of a surface as given, from a tenth of a cell to two cells thick, turned anyhow: what
// the bone does not show within `bound` is `lost`, and nothing is lost that it shows.

import { expect, test } from '@jest/globals';
import { box } from '#datasets';
import { createCuttableBone, createMesh, loadCuttableBone, type TriangleMesh } from '#kerf';
import { poseOf, randomRotation } from '#harness/contact-cases.ts';
import { distancesTo, meshOf, solidOf, surfacePoints } from '#harness/exact-solids.ts';
import { longRun } from '#harness/long-run.ts';
import { movedMesh } from '#harness/contact-cases.ts';
import { mulberry32 } from '#harness/random.ts';
import { signed } from '#harness/random-geometry.ts';

const SEED = 5340;
const POINTS = longRun(10_000, 2000);
/** Cells, of 1 mm: from a cell's middle to its corners. */
const HALF_CELL = Math.sqrt(3) / 2;
const block = box({ size: 16 });

/** A part of this thickness, and whether it is bone that stands out, or is taken away. */
const kinds: Readonly<Record<string, { isBone: boolean; part: (thickness: number) => TriangleMesh }>> = {
  'a spike': { isBone: true, part: (s) => box({ size: [s, s, 20], center: [0, 0, 17] }) },
  'a canal': { isBone: false, part: (s) => box({ size: [s, s, 40] }) },
  'a wall': { isBone: true, part: (s) => box({ size: [s, 10, 12], center: [0, 0, 13] }) },
  'a slit': { isBone: false, part: (s) => box({ size: [s, 30, 12], center: [0, 0, 8] }) },
};

test.each(Object.entries(kinds))(`%s (seed ${SEED})`, async (_name, { isBone, part }) => {
  const random = mulberry32(SEED);
  const seen = { lost: 0, shown: 0 };
  for (let round = 0; round < longRun(60, 12); round++) {
    const thickness = 0.1 + 1.9 * random() ** 3;
    const [whole, other] = [solidOf(block), solidOf(part(thickness))];
    const solid = isBone ? whole.add(other) : whole.subtract(other);
    const turn = poseOf(randomRotation(random), [signed(random), signed(random), signed(random)]);
    const surface = round % 3 === 0 ? meshOf(solid) : movedMesh(meshOf(solid), turn);
    const bone = await createCuttableBone({ surface, cell: 1 });
    const { lost } = bone;
    if (lost === null) throw new Error('a bone of a surface knows what it has lost');
    const far = distancesTo(bone.mesh, surfacePoints(surface, POINTS, random)).reduce((a, b) => Math.max(a, b));
    const count = lost.walls + lost.gaps + lost.spikes;
    expect(lost.positions).toHaveLength(3 * count);
    // Told if it is beyond the bound; certain if told: a whole cell away from everything that is shown.
    if (far > bone.bound) expect(count).toBeGreaterThan(0);
    if (count > 0) {
      // Of a wall through which some vertices of the grid show, what is lost in between may be rods.
      expect(isBone ? lost.walls + lost.spikes : lost.gaps).toBe(count);
      expect(Math.min(...distancesTo(bone.mesh, lost.positions))).toBeGreaterThan(bone.cell - HALF_CELL * bone.cell);
      expect(Math.max(...distancesTo(surface, lost.positions))).toBeLessThan(HALF_CELL * bone.cell + 1e-4);
    }
    seen[count > 0 ? 'lost' : 'shown']++;
    expect(loadCuttableBone(bone.save()).lost).toEqual(lost);
    for (const made of [whole, other, solid]) made.delete();
  }
  console.log(JSON.stringify(seen));
  expect(Math.min(seen.lost, seen.shown)).toBeGreaterThan(1);
});

const union = (...parts: readonly TriangleMesh[]) => {
  const [first, ...others] = parts.map(solidOf);
  return meshOf(others.reduce((sum, part) => sum.add(part), first));
};

test('a spike of two cells: its tip, a cell away from all that is shown', async () => {
  const base = box({ size: [16, 16, 16.4], center: [0, 0, 0.2] });
  // A pyramid: none of its faces is at its tip alone.
  const upTo = (z: number) => {
    const foot = [0.25, 0.25, 8, 0.75, 0.25, 8, 0.75, 0.75, 8, 0.25, 0.75, 8];
    return createMesh([...foot, 0.5, 0.5, z], [0, 2, 1, 0, 3, 2, 0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4]);
  };
  const countOf = async (z: number) => (await createCuttableBone({ surface: union(base, upTo(z)), cell: 1 })).lost;
  expect(await countOf(9.95)).toMatchObject({ walls: 0, gaps: 0, spikes: 0 });
  expect(await countOf(10.95)).toMatchObject({ walls: 0, gaps: 0, spikes: 1 });
});

test('a wall in a plane of the lattice, within a cell of what is shown, is not lost', async () => {
  const block = box({ size: [8, 16, 16], center: [-5.5, 0, 0] });
  const wall = (from: number) => box({ size: [0.9, 16, 16], center: [from + 0.45, 0, 0] });
  for (const [from, walls] of [
    [-0.9, 0],
    [1.05, 1],
  ]) {
    const surface = union(block, wall(from));
    const { lost } = await createCuttableBone({ surface, cell: 1 });
    expect([from, lost?.walls, lost?.spikes]).toEqual([from, walls, 0]);
  }
});
