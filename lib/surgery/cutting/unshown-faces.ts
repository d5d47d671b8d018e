// The faces of a surface as given, and the grid that it marked → what the grid's surface does not show of them: walls,
// spikes and gaps that pass between its vertices.
//
//     ○   ○   ○ ╱╲ ○   ○     A face's part in a cell is shown if the cell, or one of the 26 around it, has vertices on
//     ○   ○   ○ ││ ○   ○     both sides: then the surface is within `bound` of it (cuttable-bone.ts). If not, it is the
//     ●   ●   ● ││ ●   ●     side of bone, where all are outside, or of a gap in bone, where all are inside.
//     ●   ●   ●   ●   ●   ●
//
// Each face is halved until a glance shows it, or cut along the lattice's planes (I. E. Sutherland, G. W. Hodgman,
// "Reentrant polygon clipping", 1974). A part that lies in such a plane counts as lost only if the cells on both sides
// of the plane are.

import { stopIfUnwanted } from '#core';
import type { CutGrid } from './cut-grid.ts';
import type { LatticeBox } from './join-outer.ts';
import { featuresOf, isAll, type LostFeatures } from './lost-features.ts';

/** A convex polygon: xyz of its corners, in cells of the lattice. */
type Polygon = readonly number[];

/** @param points the surface's vertices in cells of the lattice. @param own the box to look at; null for all. */
export function unshownFaces(
  grid: CutGrid,
  points: Float64Array,
  faces: Uint32Array,
  own: LatticeBox | null,
): LostFeatures {
  const left = new Set<number>();
  const cut = new Set<number>();
  const sides = new CellSides(grid);
  const note = (part: Polygon): void => {
    const key = sides.lostAt(middleOf(part));
    if (key >= 0) (grid.isInside(key) ? cut : left).add(key);
  };
  const open = new TriangleStack();
  for (let corner = 0; corner < faces.length; corner += 3) {
    if (corner % 3072 === 0) stopIfUnwanted();
    if (own === null) open.put(points, faces, corner);
    else open.putFan(partWithin(points, faces, corner, own));
    while (open.count > 0) {
      const state = sides.stateOf(open.values, open.top);
      if (state === LARGE) open.halve();
      else {
        if (state === UNKNOWN) eachPart(Array.from(open.values.subarray(open.top, open.top + 9)), 0, note);
        open.count--;
      }
    }
  }
  return featuresOf(grid, left, cut);
}

/** Whether every part of a triangle is shown; or it takes more than three cells along an axis; or neither is known. */
const SHOWN = 0;
const LARGE = 1;
const UNKNOWN = 2;

/** Triangles that are still to be looked at, nine numbers each: a face, then halves of it. */
class TriangleStack {
  values = new Float64Array(9 * 64);
  count = 0;

  get top(): number {
    return 9 * (this.count - 1);
  }

  put(points: Float64Array, faces: Uint32Array, corner: number): void {
    this.count = 1;
    for (let k = 0; k < 3; k++) for (let m = 0; m < 3; m++) this.values[3 * k + m] = points[3 * faces[corner + k] + m];
  }

  /** The triangles from a polygon's first corner. */
  putFan(polygon: Polygon): void {
    this.count = 0;
    for (let k = 3; k + 3 < polygon.length; k += 3) {
      this.#reserve();
      const at = 9 * this.count++;
      for (let m = 0; m < 3; m++) {
        this.values[at + m] = polygon[m];
        this.values[at + 3 + m] = polygon[k + m];
        this.values[at + 6 + m] = polygon[k + 3 + m];
      }
    }
  }

  #reserve(): void {
    if (9 * (this.count + 1) <= this.values.length) return;
    const wider = new Float64Array(2 * this.values.length);
    wider.set(this.values);
    this.values = wider;
  }

  /** Replaces the last triangle by its halves on either side of the middle of its longest edge. */
  halve(): void {
    this.#reserve();
    const { values: t, top } = this;
    const opposite = [this.#squared(3, 6), this.#squared(6, 0), this.#squared(0, 3)];
    const apex = opposite[0] >= opposite[1] && opposite[0] >= opposite[2] ? 0 : opposite[1] >= opposite[2] ? 3 : 6;
    const [b, c] = [(apex + 3) % 9, (apex + 6) % 9];
    for (let k = 0; k < 9; k++) t[top + 9 + k] = t[top + k];
    for (let m = 0; m < 3; m++) t[top + c + m] = t[top + 9 + b + m] = (t[top + b + m] + t[top + c + m]) / 2;
    this.count++;
  }

  #squared(a: number, b: number): number {
    const { values: t, top } = this;
    const [x, y, z] = [t[top + a] - t[top + b], t[top + a + 1] - t[top + b + 1], t[top + a + 2] - t[top + b + 2]];
    return x * x + y * y + z * z;
  }
}

/** Cells → on which sides of the bone their vertices are. */
class CellSides {
  readonly #grid: CutGrid;
  readonly #low = new Int32Array(3);
  readonly #high = new Int32Array(3);
  readonly #middle = new Int32Array(3);
  /** By cell with all vertices on one side: whether those of the cells around it are on that side too. */
  readonly #isLost = new Map<number, boolean>();

  constructor(grid: CutGrid) {
    this.#grid = grid;
  }

  /** A cell with vertices on both sides shows all parts in the cells around it: a middle one of three does for all. */
  stateOf(t: Float64Array, top: number): typeof SHOWN | typeof LARGE | typeof UNKNOWN {
    const [low, high] = [this.#low, this.#high];
    for (let k = 0; k < 3; k++) {
      const [x, y, z] = [t[top + k], t[top + 3 + k], t[top + 6 + k]];
      low[k] = Math.floor(Math.min(x, y, z));
      high[k] = Math.floor(Math.max(x, y, z));
      if (high[k] - low[k] > 2) return LARGE;
      if (high[k] - low[k] === 2) low[k] = --high[k];
    }
    // The surface crosses most cells that hold a face's middle.
    const at = this.#middle;
    for (let k = 0; k < 3; k++)
      at[k] = Math.min(high[k], Math.max(low[k], Math.floor((t[top + k] + t[top + 3 + k] + t[top + 6 + k]) / 3)));
    if (this.#isMixed(at[0], at[1], at[2])) return SHOWN;
    for (let c = low[2]; c <= high[2]; c++)
      for (let b = low[1]; b <= high[1]; b++)
        for (let a = low[0]; a <= high[0]; a++) if (this.#isMixed(a, b, c)) return SHOWN;
    return UNKNOWN;
  }

  /** The cell with a point if the surface is lost there, or −1. */
  lostAt(point: readonly number[]): number {
    const cell = point.map(Math.floor);
    for (let corner = 0; corner < 8; corner++) {
      const [a, b, c] = cell.map((x, k) => (x === point[k] ? x - ((corner >> k) & 1) : x));
      if (!this.#isUniform(a, b, c)) return -1;
    }
    return this.#keyOf(cell[0], cell[1], cell[2]);
  }

  #keyOf(a: number, b: number, c: number): number {
    const [x, y, z] = this.#grid.lattice.parts;
    return x[a] + y[b] + z[c];
  }

  #isMixed(a: number, b: number, c: number): boolean {
    const first = this.#grid.isInside(this.#keyOf(a, b, c));
    for (let corner = 1; corner < 8; corner++) {
      const key = this.#keyOf(a + (corner & 1), b + ((corner >> 1) & 1), c + (corner >> 2));
      if (this.#grid.isInside(key) !== first) return true;
    }
    return false;
  }

  #isUniform(a: number, b: number, c: number): boolean {
    if (this.#isMixed(a, b, c)) return false;
    const key = this.#keyOf(a, b, c);
    const known = this.#isLost.get(key);
    if (known !== undefined) return known;
    const isLost = isAll(this.#grid, key, this.#grid.isInside(key));
    this.#isLost.set(key, isLost);
    return isLost;
  }
}

/** What of a face lies in a box. */
function partWithin(points: Float64Array, faces: Uint32Array, corner: number, { low, high }: LatticeBox): Polygon {
  let part: Polygon = [0, 1, 2].flatMap((k) => [0, 1, 2].map((m) => points[3 * faces[corner + k] + m]));
  for (let k = 0; k < 3; k++) {
    const along = part.filter((_, n) => n % 3 === k);
    if (along.every((x) => x < low[k]) || along.every((x) => x > high[k])) return [];
    if (along.some((x) => x < low[k])) part = clipped(part, k, low[k], 1);
    if (along.some((x) => x > high[k])) part = clipped(part, k, high[k], -1);
  }
  return part;
}

/** Cuts a polygon along the lattice's planes across this axis and the next ones. */
function eachPart(polygon: Polygon, axis: number, visit: (part: Polygon) => void): void {
  if (axis === 3) {
    visit(polygon);
    return;
  }
  let [low, high] = [Infinity, -Infinity];
  for (let k = axis; k < polygon.length; k += 3) {
    low = Math.min(low, polygon[k]);
    high = Math.max(high, polygon[k]);
  }
  const last = Math.max(Math.floor(low), Math.ceil(high) - 1);
  for (let cell = Math.floor(low); cell <= last; cell++) {
    let part = polygon;
    if (low < cell) part = clipped(part, axis, cell, 1);
    if (high > cell + 1) part = clipped(part, axis, cell + 1, -1);
    if (part.length >= 9) eachPart(part, axis + 1, visit);
  }
}

/** The part of a polygon beyond a plane across an axis, above it if `sign` is 1 or below it if −1. */
function clipped(polygon: Polygon, axis: number, at: number, sign: 1 | -1): Polygon {
  const out: number[] = [];
  for (let i = 0; i < polygon.length; i += 3) {
    const j = (i + 3) % polygon.length;
    const [s, t] = [sign * (polygon[i + axis] - at), sign * (polygon[j + axis] - at)];
    if (s >= 0) out.push(polygon[i], polygon[i + 1], polygon[i + 2]);
    if ((s > 0 && t < 0) || (s < 0 && t > 0))
      for (let k = 0; k < 3; k++)
        out.push(k === axis ? at : polygon[i + k] + (s / (s - t)) * (polygon[j + k] - polygon[i + k]));
  }
  return out;
}

function middleOf(polygon: Polygon): number[] {
  const middle = [0, 0, 0];
  for (let i = 0; i < polygon.length; i++) middle[i % 3] += (3 * polygon[i]) / polygon.length;
  // A polygon in a plane of the lattice has its middle there, whatever the sum's rounding.
  return middle.map((x, k) => (polygon.every((y, i) => i % 3 !== k || y === polygon[k]) ? polygon[k] : x));
}
