// Edits of the bone → how it is drawn: bone far from the newest cuts, bone near them, and the faces that cuts made.
//
// vtk.js rebuilds a whole surface, with all of its points, if one of its faces is removed. So the faces near a cut are
// a surface of their own, with their own points: a cut there leaves the rest, a hundred times as many faces, as it is.

import vtkDataArray from '@kitware/vtk.js/Common/Core/DataArray.js';
import vtkPolyData from '@kitware/vtk.js/Common/DataModel/PolyData.js';
import { PAINT } from './colours.ts';
import { creased, type Shaped } from './creased.ts';
import { CutPicture } from './cut-picture.ts';
import { extentOf } from './extent.ts';
import { Occlusion } from './occlusion.ts';
import type { Drawn, DrawnMesh } from './picture-wire.ts';
import { paint, shape } from './shape.ts';

/** Openness of a remade face of the bone's own surface. */
const OWN = 0.9;
/** Openness at the bottom of a deep slot: its raw bone keeps its colour. */
const DEEP = 0.45;
/** Directions of the light that a slot's walls get: few, since it is computed for every picture of a cut. */
const DIRECTIONS = 24;
/** Degrees: a slot's walls are flat, its edges sharp. */
const CREASE = 35;
/** As a share of the bone's size: faces closer to a cut than this are near. */
const NEAR = 1 / 8;
const NONE = -1;

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
  /** Row of the bone → its place among the near rows, NONE for a far one. */
  #placeOf = new Int32Array();
  /** The near rows' cells, and the drawn bone's points that their corners are. */
  #nearCells: Uint32Array = new Uint32Array();
  #nearPoints: Uint32Array = new Uint32Array();
  #reach = 0;
  #isDue = false;
  /** ms: when the newest picture of a cut was ready, and how long it took. */
  #shown = { at: 0, cost: 0 };

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
    this.#nearPoints = new Uint32Array();
    this.#placeOf = new Int32Array(cells.length / 4).fill(NONE);
    this.#reach = extentOf(bone.points).size * NEAR;
    this.#show();
  }

  /** Takes over the drawn bone's points, with their normals and colours. */
  repaint(): void {
    const [from, to] = [this.#far.getPointData(), this.#near.getPointData()];
    const rows = this.#nearPoints;
    this.#near.getPoints().setData(gathered(this.#far.getPoints().getData() as Float32Array, rows), 3);
    const part = (name: string, values: Float32Array | Uint8Array) =>
      vtkDataArray.newInstance({ name, values: gathered(values, rows), numberOfComponents: 3 });
    to.setNormals(part('normals', from.getNormals().getData() as Float32Array));
    to.setScalars(part('colour', from.getScalars().getData() as Uint8Array));
    this.#near.modified();
  }

  edit(edit: Drawn & { readonly kind: 'edit' }): void {
    this.#picture?.edit(edit);
    this.#isDue = true;
    this.#changed();
  }

  /** Whether no edit waits to be shown. */
  get isShown(): boolean {
    return !this.#isDue;
  }

  /**
   * Shows the edits, if there are new ones. Cuts come faster than they can be drawn, so at most half of the time is
   * spent on them. @param isComplete whether none may be left for a later frame.
   */
  beforeFrame(isComplete: boolean): void {
    if (!this.#isDue) return;
    const began = performance.now();
    const { at, cost } = this.#shown;
    if (!isComplete && began < at + cost) {
      setTimeout(this.#changed, at + cost - began);
      return;
    }
    this.#isDue = false;
    this.#show();
    const ready = performance.now();
    this.#shown = { at: ready, cost: ready - began };
  }

  renumber(numbers: Drawn & { readonly kind: 'renumber' }): void {
    this.#picture?.renumber(numbers);
  }

  #show(): void {
    const picture = this.#picture;
    if (picture === null) return;
    const away = picture.newlyGone().filter((row) => this.#placeOf[row] === NONE);
    if (away.length > 0) this.#part(away[away.length - 1], picture);
    const left = picture.left(this.#nearRows).map((row) => this.#placeOf[row]);
    this.#near.getPolys().setData(cellsOf(this.#nearCells, left));
    this.#near.modified();
    const later = picture.later();
    const shaped = { own: creased(later.own, CREASE), raw: creased(later.raw, CREASE) };
    for (const name of ['own', 'raw'] as const) shape(this.#later[name], shaped[name]);
    paint(this.#later.own, new Float32Array(shaped.own.points.length / 3).fill(OWN), PAINT.bone);
    paint(this.#later.raw, this.#openness(shaped.raw, shaped.own), PAINT.raw);
  }

  /** How open the walls of cuts are, among all faces near: dark deep in a slot, light at its rim. */
  #openness(raw: Shaped, own: Shaped): Float32Array {
    const count = raw.points.length / 3;
    if (count === 0) return new Float32Array();
    const near = this.#near;
    const [points, cells] = [near.getPoints().getData() as Float32Array, near.getPolys().getData() as Uint32Array];
    // They only cast shade.
    const rest = { points, cells, normals: new Float32Array(points.length) };
    const occlusion = new Occlusion(together(raw, own, rest), DIRECTIONS);
    while (!occlusion.step());
    return occlusion
      .openness()
      .subarray(0, count)
      .map((open) => DEEP + (1 - DEEP) * open);
  }

  /** Makes the faces near that row of the bone the near part. */
  #part(row: number, picture: CutPicture): void {
    const { points, cells } = this.#bone;
    const [x, y, z] = [0, 1, 2].map((k) => points[3 * cells[4 * row + 1] + k]);
    const rows = new Uint32Array(cells.length / 4);
    let near = 0;
    let far = rows.length;
    for (let one = 0; one < rows.length; one++) {
      const at = 3 * cells[4 * one + 1];
      const away2 = (points[at] - x) ** 2 + (points[at + 1] - y) ** 2 + (points[at + 2] - z) ** 2;
      const isNear = away2 < this.#reach ** 2;
      this.#placeOf[one] = isNear ? near : NONE;
      if (isNear) rows[near++] = one;
      else rows[--far] = one;
    }
    this.#nearRows = rows.slice(0, near);
    const compact = used(cellsOf(this.#cells, this.#nearRows));
    this.#nearCells = compact.cells;
    this.#nearPoints = compact.points;
    this.repaint();
    // The far ones in their own order, in which their neighbours' corners are at hand.
    this.#far.getPolys().setData(cellsOf(this.#cells, picture.left(rows.subarray(near).reverse())));
    this.#far.modified();
  }
}

function cellsOf(cells: Uint32Array, rows: Uint32Array): Uint32Array {
  const out = new Uint32Array(4 * rows.length);
  for (let n = 0; n < rows.length; n++) for (let k = 0; k < 4; k++) out[4 * n + k] = cells[4 * rows[n] + k];
  return out;
}

/** The points that cells use, in the order of their first use, and the cells with corners numbered by them. */
function used(cells: Uint32Array): { readonly points: Uint32Array; readonly cells: Uint32Array } {
  const rows = new Map<number, number>();
  const renumbered = cells.map((corner, i) => {
    if (i % 4 === 0) return corner;
    if (!rows.has(corner)) rows.set(corner, rows.size);
    return rows.get(corner) as number;
  });
  return { points: Uint32Array.from(rows.keys()), cells: renumbered };
}

/** Three numbers of each row. */
function gathered<T extends Float32Array | Uint8Array>(values: T, rows: Uint32Array): T {
  const out = new (values.constructor as new (length: number) => T)(3 * rows.length);
  for (let n = 0; n < rows.length; n++) for (let k = 0; k < 3; k++) out[3 * n + k] = values[3 * rows[n] + k];
  return out;
}

/** Surfaces as one, their points in that order. */
function together(...parts: readonly Shaped[]): Shaped {
  const sum = (of: (part: Shaped) => ArrayLike<number>) => parts.reduce((total, part) => total + of(part).length, 0);
  const points = new Float32Array(sum((part) => part.points));
  const normals = new Float32Array(points.length);
  const cells = new Uint32Array(sum((part) => part.cells));
  let [at, cell] = [0, 0];
  for (const part of parts) {
    points.set(part.points, at);
    normals.set(part.normals, at);
    cells.set(
      part.cells.map((corner, i) => (i % 4 === 0 ? corner : corner + at / 3)),
      cell,
    );
    at += part.points.length;
    cell += part.cells.length;
  }
  return { points, normals, cells };
}
