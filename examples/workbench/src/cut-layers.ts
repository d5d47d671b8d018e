// Edits of the bone → how it is drawn: bone far from the newest cuts, bone near them, and the faces that cuts made.
//
// vtk.js rebuilds a whole surface if one of its faces is removed. So the faces near a cut are a surface of their own: a
// cut there leaves the rest, a hundred times as many faces, as it is.

import vtkPolyData from '@kitware/vtk.js/Common/DataModel/PolyData.js';
import { PAINT } from './colours.ts';
import { creased } from './creased.ts';
import { CutPicture } from './cut-picture.ts';
import { extentOf } from './extent.ts';
import type { Drawn, DrawnMesh } from './picture-wire.ts';
import { paint, shape } from './shape.ts';

/** Openness of a face made by a cut, for which no light is computed: a slot is darker than a vault. */
const OPENNESS = { own: 0.9, raw: 0.72 } as const;
/** Degrees: a slot's walls are flat, its edges sharp. */
const CREASE = 35;
/** ms between two pictures of a bone that is being cut. */
const PAUSE = 80;
/** As a share of the bone's size: faces closer to a cut than this are near. */
const NEAR = 1 / 8;

export class CutLayers {
  readonly #far: vtkPolyData;
  readonly #near = vtkPolyData.newInstance();
  readonly #later = { own: vtkPolyData.newInstance(), raw: vtkPolyData.newInstance() } as const;
  readonly #changed: () => void;
  #picture: CutPicture | null = null;
  #bone: DrawnMesh = { points: new Float32Array(), cells: new Uint32Array() };
  /** The cells as they are drawn, in the same rows as the bone's. */
  #cells = this.#bone.cells;
  #nearRows = new Uint32Array();
  #isNear = new Uint8Array();
  #reach = 0;
  #isDue = false;

  /** @param far the bone as it was opened. @param changed called when the bone looks different. */
  constructor(far: vtkPolyData, changed: () => void) {
    this.#far = far;
    this.#changed = changed;
  }

  /** The surfaces drawn besides the far bone. */
  get parts(): readonly vtkPolyData[] {
    return [this.#near, this.#later.own, this.#later.raw];
  }

  /** Begins with another bone. @param cells as they are drawn. */
  begin(bone: DrawnMesh, cells: Uint32Array): void {
    this.#picture = new CutPicture(bone);
    this.#bone = bone;
    this.#cells = cells;
    this.#nearRows = new Uint32Array();
    this.#isNear = new Uint8Array(cells.length / 4);
    this.#reach = extentOf(bone.points).size * NEAR;
    this.#show();
  }

  /** Takes over new colours of the bone's points. */
  repaint(): void {
    this.#near.setPoints(this.#far.getPoints());
    this.#near.getPointData().setNormals(this.#far.getPointData().getNormals());
    this.#near.getPointData().setScalars(this.#far.getPointData().getScalars());
    this.#near.modified();
  }

  edit(edit: Drawn & { readonly kind: 'edit' }): void {
    this.#picture?.edit(edit);
    if (this.#isDue) return;
    // Cuts come faster than they can be drawn.
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

  /** Makes the faces near that row of the bone the near part. */
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
