// Edits of the bone → what is drawn of it: the bone far from the newest cuts, the bone near them, what cuts have made.
//
// vtk.js makes all of a surface anew where one of its faces goes. So the faces near a cut are a surface of their own: a
// cut there leaves the rest, a hundred times as much, as it is.

import vtkPolyData from '@kitware/vtk.js/Common/DataModel/PolyData.js';
import { PAINT } from './colours.ts';
import { creased } from './creased.ts';
import { CutPicture } from './cut-picture.ts';
import { extentOf } from './extent.ts';
import type { Drawn, DrawnMesh } from './picture-wire.ts';
import { paint, shape } from './shape.ts';

/** Of a face that a cut has made, where no light is counted: a slot is darker than a vault. */
const OPENNESS = { own: 0.9, raw: 0.72 } as const;
/** Degrees: the walls of a slot are flat, its edges sharp. */
const CREASE = 35;
/** ms between two pictures of a bone that is being cut. */
const PAUSE = 80;
/** Of the bone's size: what is nearer to a cut than that is near. */
const NEAR = 1 / 8;

export class CutLayers {
  readonly #far: vtkPolyData;
  readonly #near = vtkPolyData.newInstance();
  readonly #later = { own: vtkPolyData.newInstance(), raw: vtkPolyData.newInstance() } as const;
  readonly #changed: () => void;
  #picture: CutPicture | null = null;
  #bone: DrawnMesh = { points: new Float32Array(), cells: new Uint32Array() };
  /** As they are drawn: rows as those of the bone. */
  #cells = this.#bone.cells;
  #nearRows = new Uint32Array();
  #isNear = new Uint8Array();
  #reach = 0;
  #isDue = false;

  /** @param far the bone as it was opened. @param changed it looks otherwise now. */
  constructor(far: vtkPolyData, changed: () => void) {
    this.#far = far;
    this.#changed = changed;
  }

  /** What is drawn beside the far bone. */
  get parts(): readonly vtkPolyData[] {
    return [this.#near, this.#later.own, this.#later.raw];
  }

  /** Another bone. @param cells as they are drawn. */
  begin(bone: DrawnMesh, cells: Uint32Array): void {
    this.#picture = new CutPicture(bone);
    this.#bone = bone;
    this.#cells = cells;
    this.#nearRows = new Uint32Array();
    this.#isNear = new Uint8Array(cells.length / 4);
    this.#reach = extentOf(bone.points).size * NEAR;
    this.#show();
  }

  /** The bone's points have other colours. */
  repaint(): void {
    this.#near.setPoints(this.#far.getPoints());
    this.#near.getPointData().setNormals(this.#far.getPointData().getNormals());
    this.#near.getPointData().setScalars(this.#far.getPointData().getScalars());
    this.#near.modified();
  }

  edit(edit: Drawn & { readonly kind: 'edit' }): void {
    this.#picture?.edit(edit);
    if (this.#isDue) return;
    // Cuts come faster than their pictures can be made.
    this.#isDue = true;
    setTimeout(() => {
      this.#isDue = false;
      this.#show();
      this.#changed();
    }, PAUSE);
  }

  renumber(numbers: Drawn & { readonly kind: 'renumber' }): void {
    this.#picture?.renumber(numbers);
  }

  #show(): void {
    const picture = this.#picture;
    if (picture === null) return;
    const away = picture.newlyGone().filter((row) => this.#isNear[row] === 0);
    if (away.length > 0) this.#part(away[away.length - 1], picture);
    this.#near.getPolys().setData(this.#cellsOf(picture.left(this.#nearRows)));
    this.repaint();
    const later = picture.later();
    for (const name of ['own', 'raw'] as const) {
      const shaped = creased(later[name], CREASE);
      shape(this.#later[name], shaped);
      const openness = new Float32Array(shaped.points.length / 3).fill(OPENNESS[name]);
      paint(this.#later[name], openness, name === 'own' ? PAINT.bone : PAINT.raw);
    }
  }

  /** What is near that row of the bone becomes the near part. */
  #part(row: number, picture: CutPicture): void {
    const { points, cells } = this.#bone;
    const placeOf = (of: number) => points.subarray(3 * cells[4 * of + 1], 3 * cells[4 * of + 1] + 3);
    const [x, y, z] = placeOf(row);
    const rows = Uint32Array.from({ length: cells.length / 4 }, (_, n) => n);
    for (const one of rows) {
      const place = placeOf(one);
      this.#isNear[one] = Math.hypot(place[0] - x, place[1] - y, place[2] - z) < this.#reach ? 1 : 0;
    }
    this.#nearRows = rows.filter((one) => this.#isNear[one] === 1);
    this.#far.getPolys().setData(this.#cellsOf(picture.left(rows.filter((one) => this.#isNear[one] === 0))));
    this.#far.modified();
  }

  #cellsOf(rows: Uint32Array): Uint32Array {
    const out = new Uint32Array(4 * rows.length);
    for (let n = 0; n < rows.length; n++) for (let k = 0; k < 4; k++) out[4 * n + k] = this.#cells[4 * rows[n] + k];
    return out;
  }
}
