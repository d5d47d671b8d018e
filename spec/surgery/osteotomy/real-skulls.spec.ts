// 200 random planes and as many boxes through five real bones and skulls: each part proved, together the whole, beside
// manifold-3d. A cut is refused only where the surface meets itself.

import { readFile } from 'node:fs/promises';
import { describe, expect } from '@jest/globals';
import { inspectMesh, MeshError, selfIntersections } from '#kerf';
import { readMesh } from '#io';
import { boxNear, checkBox, expectBooleansLike } from '#harness/box-cuts.ts';
import { solidOf } from '#harness/exact-solids.ts';
import { longRun } from '#harness/long-run.ts';
import { checkCut, expectSplitLike, planeThrough } from '#harness/plane-cuts.ts';
import { mulberry32 } from '#harness/random.ts';
import { testWithData } from '#harness/real-data.ts';

const SEED = 5320;
/** With KERF_LONG=1, 40 of each. */
const PLANES = longRun(40, 6);
const BOXES = longRun(40, 3);

describe.each([
  'skull-bones/mandible-bone.ply',
  'skull-bones/parietal-bone-l.ply',
  'skull-bones/temporal-bone-r.ply',
  'skull-bones/frontal-bone.ply',
  'skull-ct/skull-ct-0050k.ply',
])('through %s', (file) => {
  testWithData([file], `${PLANES} planes (seed ${SEED})`, async (path) => {
    const mesh = await readMesh(new Uint8Array(await readFile(path)), 'ply');
    const random = mulberry32(SEED);
    // A surface that meets itself elsewhere keeps that. Larger ones are checked by osteotomy alone, where it cuts.
    const areProved = mesh.faces.length < 3 * 20_000 && selfIntersections(mesh).length === 0;
    const whole = solidOf(mesh);
    const { bounds } = inspectMesh(mesh);
    const centre = [0, 1, 2].map((k) => (bounds.min[k] + bounds.max[k]) / 2);
    let [cut, parts] = [0, 0];
    const refused: string[] = [];
    for (let n = 0; n < PLANES; n++) {
      const plane = planeThrough(random, mesh).map((x, k) => (k < 3 ? centre[k] + (x - centre[k]) * random() : x));
      try {
        const made = checkCut(mesh, plane, areProved);
        expectSplitLike(whole, made, plane);
        cut++;
        parts += made.length;
      } catch (error) {
        if (!(error instanceof MeshError)) throw error;
        expect(error.code).toBe('CUT_MEETS_ITSELF');
        expect(error.message).toMatch(/^The surface meets itself where plane 0 cuts it, at \d+ pairs of faces/);
        refused.push(error.message);
      }
    }
    whole.delete();
    console.log(`${file}: ${cut} cuts, ${parts} parts, ${refused.length} refused`);
    expect(cut).toBeGreaterThan(0.8 * PLANES);
  });

  testWithData([file], `${BOXES} boxes (seed ${SEED})`, async (path) => {
    const mesh = await readMesh(new Uint8Array(await readFile(path)), 'ply');
    const random = mulberry32(SEED);
    const areProved = mesh.faces.length < 3 * 20_000 && selfIntersections(mesh).length === 0;
    let [cut, refused] = [0, 0];
    for (let n = 0; n < BOXES; n++) {
      const cutter = boxNear(random, mesh, n);
      try {
        const parts = checkBox(mesh, cutter, areProved);
        expectBooleansLike(mesh, cutter, parts);
        if (parts.inside.length > 0) cut++;
      } catch (error) {
        if (!(error instanceof MeshError)) throw error;
        expect(error.code).toBe('CUT_MEETS_ITSELF');
        expect(error.message).toMatch(/^The surface meets itself where box 0 cuts it, at \d+ pairs of faces/);
        refused++;
      }
    }
    console.log(`${file}: ${cut} of ${BOXES} boxes cut, ${refused} refused`);
    expect(cut).toBeGreaterThan(0.6 * BOXES);
  });
});
