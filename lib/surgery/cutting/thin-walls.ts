// A brick of a grid and a volume → how often an edge crosses bone, or a gap, between its two ends.
//
// Between two planes of samples the value along a straight line is a cubic. Its Bézier coefficients bound it (G. Farin,
// Curves and Surfaces for CAGD, 5th edition, 2002, chapter 4): if all are on the side of the ends, so is the cubic;
// else its halves are examined.

import { grown } from '#core';
import type { CutGrid } from './cut-grid.ts';
import type { BoneField } from './scalar-field.ts';

/** Halvings, after which a wall is thinner than 2^-8 of the way between two planes of samples and is ignored. */
const HALVINGS = 8;

export class ThinWalls {
  readonly #grid: CutGrid;
  readonly #bone: BoneField;
  readonly #from = new Float64Array(3);
  readonly #to = new Float64Array(3);
  /** Where the edge crosses planes, as fractions of the edge, and the number of crossings. */
  #crossings = new Float64Array(16);
  #count = 0;
  readonly #point = new Float64Array(3);
  /** The samples around the edge, along each axis. */
  readonly #first = new Int32Array(3);
  readonly #last = new Int32Array(3);

  constructor(grid: CutGrid, bone: BoneField) {
    this.#grid = grid;
    this.#bone = bone;
  }

  /** Counts among the edges that leave a brick's vertices upward. */
  count(bi: number, bj: number, bk: number): number {
    const { lattice } = this.#grid;
    const bone = this.#bone;
    const { isoValue } = bone.field;
    const point = this.#point;
    const from = this.#from;
    const to = this.#to;
    let found = 0;
    for (let n = 0; n < 512; n++) {
      const i = 8 * bi + (n & 7);
      const j = 8 * bj + ((n >> 3) & 7);
      const k = 8 * bk + (n >> 6);
      point[0] = lattice.coordinate(0, i, 0);
      point[1] = lattice.coordinate(1, j, 0);
      point[2] = lattice.coordinate(2, k, 0);
      bone.placeOf(point[0], point[1], point[2], from);
      const side = bone.isBoneAt(from[0], from[1], from[2]);
      for (let axis = 0; axis < 3; axis++) {
        const here = point[axis];
        point[axis] = lattice.coordinate(axis, axis === 0 ? i + 1 : axis === 1 ? j + 1 : k + 1, 0);
        bone.placeOf(point[0], point[1], point[2], to);
        point[axis] = here;
        if (bone.isBoneAt(to[0], to[1], to[2]) !== side) continue;
        if (this.#mayLeave(side) && this.#leaves(side, isoValue)) found++;
      }
    }
    return found;
  }

  /**
   * Whether a sample around the edge is on the other side from its ends. Between two ends in bone the edge lies in the
   * box.
   */
  #mayLeave(side: boolean): boolean {
    const { dimensions, values, isoValue, low, high } = this.#bone.field;
    const first = this.#first;
    const last = this.#last;
    for (let k = 0; k < 3; k++) {
      const least = Math.min(this.#from[k], this.#to[k]);
      const most = Math.max(this.#from[k], this.#to[k]);
      if (least > high[k] || most < low[k]) return false;
      first[k] = Math.max(0, Math.floor(least));
      last[k] = Math.min(dimensions[k] - 1, Math.ceil(most));
    }
    for (let k = first[2]; k <= last[2]; k++)
      for (let j = first[1]; j <= last[1]; j++)
        for (let i = first[0]; i <= last[0]; i++)
          if (values[i + dimensions[0] * (j + dimensions[1] * k)] >= isoValue !== side) return true;
    return false;
  }

  /** Whether the edge, whose ends are on one side, reaches the other one. */
  #leaves(side: boolean, isoValue: number): boolean {
    this.#findCrossings();
    const at = this.#crossings;
    const last = this.#count - 1;
    for (let n = 1; n < last; n++) if (this.#isBone(at[n]) !== side) return true;
    for (let n = 1; n <= last; n++) {
      const t = at[n - 1];
      const u = at[n];
      // Outside the box there is no bone anywhere between two of these planes.
      if (!this.#isInBox((t + u) / 2)) continue;
      const a = this.#above(t) - isoValue;
      const b = this.#above((2 * t + u) / 3) - isoValue;
      const c = this.#above((t + 2 * u) / 3) - isoValue;
      const d = this.#above(u) - isoValue;
      // The cubic through four values a third apart.
      const inner = (-5 * a + 18 * b - 9 * c + 2 * d) / 6;
      const other = (2 * a - 9 * b + 18 * c - 5 * d) / 6;
      if (comesAcross(a, inner, other, d, side, HALVINGS)) return true;
    }
    return false;
  }

  /** Where the edge crosses planes of samples and of the box, ascending, including its ends. */
  #findCrossings(): void {
    this.#count = 0;
    this.#insert(0);
    this.#insert(1);
    const { low, high } = this.#bone.field;
    for (let k = 0; k < 3; k++) {
      const a = this.#from[k];
      const way = this.#to[k] - a;
      const least = Math.max(low[k], Math.min(a, a + way));
      const most = Math.min(high[k], Math.max(a, a + way));
      for (let plane = Math.ceil(least); plane <= Math.floor(most); plane++) this.#insert((plane - a) / way);
      this.#insert((low[k] - a) / way);
      this.#insert((high[k] - a) / way);
    }
  }

  /** Inserts a fraction of the edge among those found so far; one that is not on the edge is left out. */
  #insert(share: number): void {
    if (!(share >= 0 && share <= 1)) return;
    if (this.#count === this.#crossings.length) this.#crossings = grown(this.#crossings, this.#count, 2 * this.#count);
    const crossings = this.#crossings;
    let at = this.#count++;
    for (; at > 0 && crossings[at - 1] > share; at--) crossings[at] = crossings[at - 1];
    crossings[at] = share;
  }

  #at(t: number, k: number): number {
    return this.#from[k] + t * (this.#to[k] - this.#from[k]);
  }

  #isBone(t: number): boolean {
    return this.#bone.isBoneAt(this.#at(t, 0), this.#at(t, 1), this.#at(t, 2));
  }

  #isInBox(t: number): boolean {
    const { low, high } = this.#bone.field;
    for (let k = 0; k < 3; k++) if (!(this.#at(t, k) >= low[k] && this.#at(t, k) <= high[k])) return false;
    return true;
  }

  #above(t: number): number {
    return this.#bone.valueAt(this.#at(t, 0), this.#at(t, 1), this.#at(t, 2));
  }
}

/** Whether the cubic with these Bézier coefficients, whose ends are on one side, reaches the other one. */
function comesAcross(a: number, b: number, c: number, d: number, side: boolean, halvings: number): boolean {
  const isOff = (x: number) => x >= 0 !== side;
  if (isOff(a) || isOff(d)) return true;
  if (halvings === 0 || !(isOff(b) || isOff(c))) return false;
  const ab = (a + b) / 2;
  const bc = (b + c) / 2;
  const cd = (c + d) / 2;
  const abc = (ab + bc) / 2;
  const bcd = (bc + cd) / 2;
  const middle = (abc + bcd) / 2;
  return comesAcross(a, ab, abc, middle, side, halvings - 1) || comesAcross(middle, bcd, cd, d, side, halvings - 1);
}
