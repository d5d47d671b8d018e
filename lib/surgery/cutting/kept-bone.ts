// The bone before a cut, and a tool's way → where bone is surely kept, where it surely is not, and where the exact
// surface of what is left may pass.
//
// Places are in cells of the lattice. A cell's bone before the cut is known by its corners, if they are all on one
// side, or else by the tetrahedra of bone-cones.ts.

import { BoneCones, FULL } from './bone-cones.ts';
import type { FaceRange } from './bone-history.ts';
import { type CutGrid, type GrowingMesh, NONE } from './cut-grid.ts';
import { HALF_DIAGONAL } from './met-cells.ts';
import type { FacesOf } from './shown-cells.ts';
import { planeOf } from './tool-faces.ts';
import type { Spans, ToolWay } from './tool-way.ts';

/**
 * In cells: covers the rounding of places. They are below 2^26 cells (lattice.ts). To place one in the tool's frame
 * takes less than 16 roundings of numbers below 2^28, each off by at most 2^-26.
 */
export const SLACK = 2 ** -16;
const ONE_FACE = Uint32Array.of(0, 1, 2);

export class KeptBone {
  readonly #grid: CutGrid;
  readonly #way: ToolWay;
  readonly #facesOf: FacesOf;
  readonly #cones: BoneCones;
  /** The cell that `#cones` holds the bone of, and its faces. */
  #cell = NONE;
  readonly #faces: FaceRange;
  readonly #mm = new Float64Array(3);

  /** @param facesOf writes a cell's faces before the cut; the grid has the signs of that moment. */
  constructor(grid: CutGrid, way: ToolWay, facesOf: FacesOf) {
    this.#grid = grid;
    this.#way = way;
    this.#facesOf = facesOf;
    this.#cones = new BoneCones(grid.lattice);
    this.#faces = { mesh: grid.mesh, first: 0, count: 0 };
  }

  /** The whole motion. */
  get all(): Spans {
    return this.#way.all;
  }

  keyAt(place: ArrayLike<number>): number {
    const [x, y, z] = this.#grid.lattice.parts;
    return x[Math.floor(place[0])] + y[Math.floor(place[1])] + z[Math.floor(place[2])];
  }

  /** The bits of the inside corners of the cell that holds a place; 0 beyond the lattice, and beyond a window. */
  insideAt(place: Float64Array): number {
    const { size } = this.#grid.lattice;
    const [i, j, k] = place.map(Math.floor);
    // Vertices on the lattice's own sides are outside: no bone is beyond them.
    const isWithin = i >= 0 && j >= 0 && k >= 0 && i < size[0] - 1 && j < size[1] - 1 && k < size[2] - 1;
    return isWithin ? this.#grid.cornersInside(i, j, k) : 0;
  }

  /** Whether a cell beyond the window has a corner in bone; the lattice reaches some cells beyond. */
  isBeyond(place: Float64Array): boolean {
    const grid = this.#grid;
    const [i, j, k] = place;
    if (grid.outer === null || grid.hasCell(i, j, k)) return false;
    const [x, y, z] = grid.lattice.parts;
    const [a, b, c] = grid.lattice.size.map((n) => n - 1);
    for (let corner = 0; corner < 8; corner++) {
      const [u, v, w] = [i + (corner & 1), j + ((corner >> 1) & 1), k + (corner >> 2)];
      if (u <= a && v <= b && w <= c && grid.isInside(x[u] + y[v] + z[w])) return true;
    }
    return false;
  }

  /** When the tool may come to a box; null if at some time it holds all of it. */
  spansOf(low: Float64Array, size: number, given: Spans): Spans | null {
    return this.spansAt(
      low.map((x) => x + size / 2),
      HALF_DIAGONAL * size,
      given,
    );
  }

  /** When the tool may come to a ball; null if at some time it holds all of it. */
  spansAt(centre: ArrayLike<number>, radius: number, given: Spans): Spans | null {
    return this.#way.spansAt(this.inMm(centre), radius * this.#grid.lattice.cell, given);
  }

  /** How far a place is, at most, from what the tool holds at some time; Infinity if it never comes near. */
  distanceToTool(place: ArrayLike<number>, spans: Spans): number {
    return this.#way.distanceAt(this.inMm(place), spans) / this.#grid.lattice.cell;
  }

  /** The same place, mm, until the next call. */
  inMm(place: ArrayLike<number>): Float64Array {
    const { cell, first } = this.#grid.lattice;
    for (let k = 0; k < 3; k++) this.#mm[k] = (place[k] + first[k]) * cell;
    return this.#mm;
  }

  /** In cells, xyz of a face's corners. */
  cornersOf({ positions, faces }: GrowingMesh, face: number): Float64Array {
    const { cell, first } = this.#grid.lattice;
    return Float64Array.from({ length: 9 }, (_, n) => {
      const corner = faces.values[3 * face + Math.floor(n / 3)];
      return positions.values[3 * corner + (n % 3)] / cell - first[n % 3];
    });
  }

  /**
   * Whether the exact surface of what the cut has left may pass through a box within a cell, none of which the tool
   * holds as a whole.
   * @param spans when the tool may come to it. @param isChanged whether the cut has changed the cell's faces: where the
   * tool does not come, the exact surface there is the one before the cut.
   */
  mayPass(low: Float64Array, size: number, spans: Spans, isChanged: boolean): boolean {
    const inside = this.insideAt(low);
    if (inside === 0 || inside === FULL) return inside === FULL && spans.length > 0;
    if (spans.length === 0 && !isChanged) return false;
    this.#enter(low, inside);
    const { mesh, first, count } = this.#faces;
    for (let face = first; face < first + count; face++)
      if (mayMeet(this.cornersOf(mesh, face), low, size)) return true;
    if (spans.length === 0) return false;
    const [x, y, z] = low.map((place) => place + size / 2 - Math.floor(place));
    return this.#cones.surelyHolds(x, y, z) !== false;
  }

  /** Whether a place is surely in bone that is kept, or surely not; null if neither is sure. */
  isKept(place: Float64Array, spans: Spans): boolean | null {
    const [i, j, k] = place.map(Math.floor);
    if (this.#grid.outer !== null && !this.#grid.hasCell(i, j, k)) return null;
    const inside = this.insideAt(place);
    if (inside === 0) return false;
    if (inside !== FULL) {
      this.#enter(place, inside);
      const isBone = this.#cones.surelyHolds(place[0] - i, place[1] - j, place[2] - k);
      if (isBone !== true) return isBone;
    }
    const found = this.spansAt(place, 0, spans);
    if (found === null) return false;
    return found.length === 0 ? true : null;
  }

  #enter(place: Float64Array, inside: number): void {
    const key = this.keyAt(place);
    if (this.#cell === key) return;
    this.#cell = key;
    const range = this.#faces;
    this.#facesOf(key, range);
    const [i, j, k] = place.map(Math.floor);
    this.#cones.set(i, j, k, inside, range.mesh, range.first, range.count);
  }
}

/** Whether a face may meet a box: no side of the box, and not the face's plane, parts the two. */
function mayMeet(face: Float64Array, low: Float64Array, size: number): boolean {
  for (let k = 0; k < 3; k++) {
    const [a, b, c] = [face[k], face[3 + k], face[6 + k]];
    if (Math.max(a, b, c) < low[k] || Math.min(a, b, c) > low[k] + size) return false;
  }
  const plane = new Float64Array(4);
  planeOf(face, ONE_FACE, 0, plane, 0);
  let [off, reach] = [-plane[3], SLACK];
  for (let k = 0; k < 3; k++) {
    off += plane[k] * (low[k] + size / 2);
    reach += (Math.abs(plane[k]) * size) / 2;
  }
  return Math.abs(off) <= reach;
}
