// Windows anywhere in bodies with reflex edges, thin walls, rods, and faces in the grid's own planes: the bone is
// whole, beyond the window it is the given surface exactly, and within it no farther than the bound, but for what is
// lost.

import { expect, test } from '@jest/globals';
import { box, sphere, torus } from '#datasets';
import { createCuttableBone, inspectMesh, selfIntersections, type TriangleMesh } from '#kerf';
import { movedMesh, poseOf, randomRotation } from '#harness/contact-cases.ts';
import { areaBeyond } from '#harness/box-areas.ts';
import { distancesTo, surfacePoints } from '#harness/exact-solids.ts';
import { longRun } from '#harness/long-run.ts';
import { expectKept } from '#harness/random-cuts.ts';
import { mulberry32 } from '#harness/random.ts';
import { signed } from '#harness/random-geometry.ts';
import { inDeep } from '#harness/sets.ts';
import { joined, reversed } from '#harness/shells.ts';

const SEED = 5350;
const WINDOWS = longRun(120, 12);
const POINTS = longRun(4000, 500);
/** Cells: a corner on the window's sides lies this near to its exact place, along each of two axes. */
const ROUNDED = 2 ** -16;

const bodies: Readonly<Record<string, { surface: TriangleMesh; cells: readonly number[] }>> = {
  'a sphere, finer and coarser than its faces': { surface: sphere({ radius: 10, subdivisions: 4 }), cells: [0.3, 2.1] },
  'a shell thinner than a cell': {
    surface: joined(sphere({ radius: 10, subdivisions: 4 }), reversed(sphere({ radius: 9.8, subdivisions: 4 }))),
    cells: [0.25, 0.5, 1.1],
  },
  'rods, with faces in the planes of the grid': {
    surface: joined(
      ...Array.from({ length: 12 }, (_, n) =>
        box({ size: [0.3, 0.3, 20], center: [n - 6.1, ((n * 37) % 11) - 5.3, 0.1], divisions: [1, 1, 7] }),
      ),
    ),
    cells: [0.25, 0.5, 1],
  },
  'blocks, with all faces in the planes of the grid': {
    surface: joined(
      box({ size: [20, 16, 12] }),
      box({ size: [4, 4, 4], center: [14, 0, 0], divisions: [2, 3, 4] }),
      box({ size: [1, 30, 1], center: [0, 0, 9] }),
    ),
    cells: [0.25, 0.5, 1],
  },
  'a ring': { surface: torus({ majorRadius: 8, minorRadius: 3, segments: 60 }), cells: [0.31, 0.8] },
};

test(`the ring (seed ${SEED})`, () => checkWindows(bodies['a ring'].surface, bodies['a ring'].cells, 3));

inDeep(() =>
  test.each(Object.entries(bodies))(`%s (seed ${SEED})`, (_name, { surface, cells }) =>
    checkWindows(surface, cells, WINDOWS),
  ),
);

async function checkWindows(surface: TriangleMesh, cells: readonly number[], windows: number): Promise<void> {
  const random = mulberry32(SEED);
  const seen = { kept: 0, cut: 0, lost: 0, moved: 0 };
  for (let n = 0; n < windows; n++) {
    const cell = cells[n % cells.length];
    const isTurned = n % 4 === 2;
    const own = isTurned ? movedMesh(surface, poseOf(randomRotation(random), [0.1, 0.2, 0.3])) : surface;
    const corner = 3 * Math.floor((random() * own.positions.length) / 3);
    const [min, max] = [-1, 1].map((side) =>
      [0, 1, 2].map((k) => own.positions[corner + k] + cell * signed(random) + side * (2 + 10 * random()) * cell),
    );
    const bone = await createCuttableBone({ surface: own, cell, window: { min, max } });
    const { mesh, window, bound, lost } = bone;
    expect(inspectMesh(mesh)).toMatchObject({ closed: true, oriented: true, manifold: true, degenerateFaces: 0 });
    expect(selfIntersections(mesh)).toHaveLength(0);
    const kept = expectKept(bone, own);
    seen.kept += kept;
    if (kept < own.faces.length / 3) seen.cut++;
    if (window === null || lost === null) throw new Error('a bone made in a window has one');
    expect([0, 1, 2].every((k) => window.min[k] <= min[k] || window.min[k] < inspectMesh(own).bounds.min[k])).toBe(
      true,
    );
    // Beyond the window the given surface and the mesh have the same area, but for the rounding of corners on its
    // sides.
    const [given, made] = [own, mesh].map((body) => areaBeyond(body, window));
    expect(Math.abs(made.area - given.area)).toBeLessThanOrEqual(
      ROUNDED * cell * (given.rim + made.rim) + 1e-9 * given.area,
    );
    // The sides are those asked for, on the grid's planes, unless rounding made them move.
    if ([0, 1, 2].some((k) => min[k] - window.min[k] >= bone.cell || window.max[k] - max[k] >= bone.cell)) seen.moved++;
    if (lost.walls + lost.gaps + lost.spikes > 0) seen.lost++;
    else {
      const far = distancesTo(mesh, surfacePoints(own, POINTS, random)).reduce((a, b) => Math.max(a, b));
      expect(far).toBeLessThanOrEqual(bound);
    }
    const back = distancesTo(own, surfacePoints(mesh, POINTS, random)).reduce((a, b) => Math.max(a, b));
    expect(back).toBeLessThanOrEqual(bound);
  }
  console.log(JSON.stringify(seen));
  expect(Math.min(seen.kept, seen.cut)).toBeGreaterThan(0);
  expect(seen.moved).toBeLessThanOrEqual(0.1 * windows);
}
