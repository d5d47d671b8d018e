// How the workbench draws a cut bone and undoes cuts, without its page: after each cut, undo and renumbering, the faces
// drawn are those of the bone.

import { describe, expect, test } from '@jest/globals';
import { box, cappedShell, sphere } from '#datasets';
import { cellsOf } from '../../examples/workbench/src/cells.ts';
import { CutPicture } from '../../examples/workbench/src/cut-picture.ts';
import { type BoneCut, Cutting } from '../../examples/workbench/src/cutting.ts';
import type { DrawnMesh } from '../../examples/workbench/src/picture-wire.ts';
import { createDetector, inspectMesh, type TriangleMesh } from '#kerf';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { inDeep } from '#harness/sets.ts';

/** mm: the size of a bone, which gets cells of 0.8 mm. */
const SIZE = 80;
/** mm: of a bone in tests for which cells of 1.2 mm will do. */
const COARSE = longRun(80, 120);
const burr = sphere({ radius: 1.5, subdivisions: 1 });
const block = box({ size: [20, 16, 12] });
const at = (x: number, y: number, z: number) => Float64Array.from([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1]);
const drawn = ({ positions, faces }: TriangleMesh): DrawnMesh => ({
  points: Float32Array.from(positions),
  cells: cellsOf(faces.length, 3, faces),
});
const tell = (picture: CutPicture, { edit: { remove, positions, faces }, own }: BoneCut) =>
  picture.edit({ remove, positions: Float32Array.from(positions), faces, own });

/** The triangles as the places of their corners, sorted. */
function trianglesOf(...meshes: readonly DrawnMesh[]): string[] {
  const out: string[] = [];
  for (const { points, cells } of meshes)
    for (let cell = 0; cell < cells.length; cell += 4) {
      const corners = [1, 2, 3].map((k) => Array.from(points.subarray(3 * cells[cell + k], 3 * cells[cell + k] + 3)));
      out.push(corners.map((corner) => corner.join(' ')).join(', '));
    }
  return out.sort();
}

function shownBy(picture: CutPicture, bone: DrawnMesh): { all: string[]; raw: string[] } {
  const rows = picture.left(Uint32Array.from({ length: bone.cells.length / 4 }, (_, row) => row));
  const left = new Uint32Array(4 * rows.length);
  for (const [n, row] of rows.entries()) left.set(bone.cells.subarray(4 * row, 4 * row + 4), 4 * n);
  const { own, raw } = picture.later();
  return { all: trianglesOf({ points: bone.points, cells: left }, own, raw), raw: trianglesOf(raw) };
}

const SEED = 1811;
const CUTS = longRun(40, 8);

inDeep(() => {
  test(`the picture has the bone's faces while ${CUTS} cuts are made, and once they are undone (seed ${SEED})`, async () => {
    const random = mulberry32(SEED);
    const cutting = await Cutting.begin(block, COARSE, burr);
    const whole = drawn(cutting.surface);
    const picture = new CutPicture(whole);
    const detector = await createDetector({
      ...{ bone: cutting.surface, tool: burr, contactDistance: 0.2, resolution: 1, backend: 'cpu' },
    });
    let hits = 0;
    for (let n = 0; n < CUTS; n++) {
      const [x, y, z] = [20 * random() - 10, 16 * random() - 8, 12 * random() - 6];
      const made = cutting.cut({ from: at(x, y, z), to: at(x + random(), y + random(), z + random()) });
      if (made === null) continue;
      hits++;
      tell(picture, made);
      detector.editBone(made.edit);
      if (n === CUTS / 2) {
        const renumbering = await detector.compactBone();
        cutting.renumber(renumbering);
        picture.renumber(renumbering);
      }
      if (n % 5 === 0 || (n > CUTS / 2 - longRun(2, 1) && n < CUTS / 2 + longRun(CUTS, 2)))
        expect(shownBy(picture, whole).all).toEqual(trianglesOf(drawn(cutting.surface)));
    }
    console.log(`seed ${SEED}: ${hits} of ${CUTS} cuts took bone away`);
    expect(hits).toBeGreaterThan(longRun(25, 4));
    expect(shownBy(picture, whole).raw.length).toBeGreaterThan(100);
    while (cutting.hasCuts) for (const made of cutting.step(true)) tell(picture, made);
    const shown = shownBy(picture, whole);
    expect(shown.all).toEqual(trianglesOf(whole));
    // Faces that undoing a cut restores are not raw bone.
    expect(shown.raw).toEqual([]);
    detector.dispose();
  });
});

describe('a tool on its way', () => {
  test('cuts from where it was, if it is on, and not across a jump', async () => {
    const cutting = await Cutting.begin(block, SIZE, burr);
    expect(cutting.moveTo(at(0, 7, 0))).toBeNull();
    cutting.switch(true);
    expect(cutting.moveTo(at(-15, 7, 0))).toBeNull();
    expect(cutting.summary).toEqual({ low: 0, high: 0, loss: 0, undo: 0, redo: 0 });
    // 30 mm at once: cuts only at the end.
    const jumped = cutting.moveTo(at(15, 7, 0));
    expect(jumped).toBeNull();
    expect(cutting.moveTo(at(4, 7, 0))).not.toBeNull();
    const { loss, low, high } = cutting.summary;
    // A groove of 6 mm and half a ball, by a burr that lies 1 mm below the surface.
    const depth = 2.5;
    const segment = 1.5 ** 2 * Math.acos(1 - depth / 1.5) - (1.5 - depth) * Math.sqrt(2 * 1.5 * depth - depth ** 2);
    expect(loss).toBeGreaterThan(0.7 * 6 * segment);
    expect(loss).toBeLessThan(1.3 * (6 * segment + (2 / 3) * Math.PI * 1.5 ** 3));
    expect(low).toBeLessThanOrEqual(loss);
    expect(high).toBeGreaterThanOrEqual(loss);
    expect(cutting.moveTo(at(4, 7, 0))).toBeNull();
    expect(cutting.summary.undo).toBe(1);
    // Leaving the bone and entering it again begins another stroke.
    cutting.moveTo(at(4, 15, 0));
    cutting.moveTo(at(4, 16, 0));
    expect(cutting.moveTo(at(4, 6, 0))).not.toBeNull();
    expect(cutting.summary.undo).toBe(2);
    cutting.switch(false);
    expect(cutting.moveTo(at(0, 7, 0))).toBeNull();
  });

  inDeep(() => {
    test('reports how deep it is in the bone as it was, however much of it is gone', async () => {
      const cutting = await Cutting.begin(block, SIZE, burr);
      cutting.switch(true);
      for (let y = 10; y >= 4; y -= 0.5) cutting.moveTo(at(0, y, 0));
      const { penetration, state } = cutting.reportBefore(at(0, 4, 0));
      expect(state).toBe('enclosed');
      // Its lowest point is at 2.5, in a block from −8 to 8.
      expect(penetration?.insertion?.low).toBeLessThanOrEqual(5.5);
      expect(penetration?.insertion?.high).toBeGreaterThan(5.3);
      expect(penetration?.wallAhead?.low).toBeLessThanOrEqual(10.5);
      expect(penetration?.wallAhead?.high).toBeGreaterThan(10.3);
    });
  });

  inDeep(() => {
    test('undoes and does again whole strokes, and keeps them for another tool', async () => {
      let cutting = await Cutting.begin(block, COARSE, burr);
      const first = cutting.surface;
      cutting.switch(true);
      for (let x = 0; x <= 3; x += 0.5) cutting.moveTo(at(x, 7, 0));
      const once = cutting.surface;
      expect(cutting.summary.undo).toBe(1);
      expect(cutting.step(true).length).toBe(7);
      expect(cutting.surface.positions).toEqual(first.positions);
      expect(cutting.step(true)).toEqual([]);
      expect(cutting.step(false).length).toBe(7);
      expect(cutting.surface.positions).toEqual(once.positions);
      expect(cutting.isFresh).toBe(false);
      cutting = await cutting.renewed(sphere({ radius: 1, subdivisions: 1 }));
      expect([cutting.isFresh, cutting.isOn, cutting.summary.undo]).toEqual([true, true, 1]);
      expect(cutting.surface.positions).toEqual(once.positions);
      cutting.moveTo(at(0, -7.5, 0));
      expect(cutting.summary.undo).toBe(2);
      cutting.step(true);
      cutting.step(true);
      expect(cutting.surface.positions).toEqual(first.positions);
    });
  });

  inDeep(() => {
    test('reports parts only if the bone has more of them than it had', async () => {
      const saw = box({ size: [30, 1.2, 30] });
      const cutting = await Cutting.begin(block, COARSE, saw);
      expect(cutting.pieces()).toEqual([]);
      cutting.cut({ from: at(0, 2, 0), to: at(0, 2, 0) });
      const pieces = cutting.pieces();
      expect(pieces.length).toBe(2);
      expect(pieces[0] + pieces[1]).toBeCloseTo(inspectMesh(cutting.surface).volume, 6);
      expect(pieces[0]).toBeGreaterThan(pieces[1]);
      // A shell has two surfaces but is one part: nothing has come off.
      const shell = cappedShell({ outerRadius: 8, innerRadius: 5, segments: 24 });
      expect((await Cutting.begin(shell, COARSE, burr)).pieces()).toEqual([]);
    });
  });
});

test('a fine grid around the tool grows with the cut; only what the tool made has the colour of raw bone', async () => {
  const near = { cell: 0.8, pose: at(0, 7, 0) };
  const cutting = await Cutting.begin(block, SIZE, burr, near);
  const picture = new CutPicture(drawn(cutting.surface));
  const grid = cutting.surface.faces.length;
  cutting.switch(true);
  const ends = [at(0, 7, 0), at(7, 7, 0)];
  for (const pose of ends) tell(picture, cutting.moveTo(pose) as BoneCut);
  expect(cutting.surface.faces.length).toBeGreaterThan(grid);
  const { own, raw } = picture.later();
  expect(Math.min(own.cells.length, raw.cells.length)).toBeGreaterThan(200);
  // From the way of the burr's middle, whose radius is 1.5 mm.
  for (let n = 0; n < raw.points.length; n += 3) {
    const [x, y, z] = raw.points.subarray(n, n + 3);
    expect(Math.hypot(x - Math.min(7, Math.max(0, x)), y - 7, z)).toBeLessThan(1.5 + near.cell * Math.sqrt(3));
  }
});
