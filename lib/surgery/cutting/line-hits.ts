// Faces → where they cross the lines of a lattice that run along one axis.
//
// Along axis w, the lines pass through the whole numbers (i, j) of the two other axes u and v. A face that crosses row
// v = j meets it between two of its edges. Each edge meets the row at one coordinate U, computed from the edge alone,
// from its lower end:
//
//      v   ╲                  The lines i with U(down) ≤ i < U(up) meet the face once each, with the sign −1 (the line
//      j ───╲──•──•──•──╱──   leaves the solid) if the face's normal points along +w, so that the edge that runs up is
//            ╲         ╱      on the right, and +1 in the opposite case.
//         U(down)   U(up)
//
// Invariant: each edge of a closed, oriented surface runs up in one face as often as it runs down in another, with the
// same U to the last bit. So the signs along any line add up to 0 despite rounding: no line leaks.

import { grown, stopIfUnwanted } from '#core';
import type { LineMask } from './line-mask.ts';

/** Where faces cross the lines along one axis; the first `length` entries of each column. */
export class LineHits {
  length = 0;
  /** Places of the line along the two other axes. */
  i = new Int32Array(1024);
  j = new Int32Array(1024);
  /** Where along the line, in cells. */
  w = new Float64Array(1024);
  /** 2·face, plus 1 if the line enters the solid. */
  tag = new Int32Array(1024);
  #order = new Uint32Array(0);
  /** For each line, its first place in the order, and its next free one. */
  #starts = new Uint32Array(0);
  #next = new Uint32Array(0);

  clear(): void {
    this.length = 0;
  }

  /** Makes the columns long enough for `more` entries. */
  reserve(more: number): void {
    const needed = this.length + more;
    if (needed <= this.i.length) return;
    this.i = grown(this.i, this.length, needed);
    this.j = grown(this.j, this.length, needed);
    this.w = grown(this.w, this.length, needed);
    this.tag = grown(this.tag, this.length, needed);
  }

  /** The entries sorted by line, and by w within a line; ties in any order. The next call writes to the same array. */
  byLine(): Uint32Array {
    const { length: count, i, j, w } = this;
    if (count === 0) return this.#order;
    let lowI = i[0];
    let lowJ = j[0];
    let highI = lowI;
    let highJ = lowJ;
    for (let n = 1; n < count; n++) {
      lowI = Math.min(lowI, i[n]);
      highI = Math.max(highI, i[n]);
      lowJ = Math.min(lowJ, j[n]);
      highJ = Math.max(highJ, j[n]);
    }
    const width = highI - lowI + 1;
    const lines = width * (highJ - lowJ + 1);
    if (this.#starts.length < lines + 1) {
      this.#starts = new Uint32Array(lines + 1);
      this.#next = new Uint32Array(lines + 1);
    }
    if (this.#order.length < count) this.#order = new Uint32Array(i.length);
    const order = this.#order;
    const starts = this.#starts.fill(0, 0, lines + 1);
    const next = this.#next;
    for (let n = 0; n < count; n++) starts[i[n] - lowI + width * (j[n] - lowJ) + 1]++;
    for (let line = 0; line < lines; line++) {
      next[line] = starts[line];
      starts[line + 1] += starts[line];
    }
    for (let n = 0; n < count; n++) {
      const line = i[n] - lowI + width * (j[n] - lowJ);
      let at = next[line]++;
      for (; at > starts[line] && w[order[at - 1]] > w[n]; at--) order[at] = order[at - 1];
      order[at] = n;
    }
    return order;
  }
}

/** The axes of the lines' places i and j, by the lines' own axis. */
export const ACROSS = [
  [1, 2],
  [2, 0],
  [0, 1],
] as const;

/** The least whole number at or above x, |x| < 2^31. Twice as fast as Math.ceil of a double. */
export function ceiling(x: number): number {
  const towardZero = x | 0;
  return x > towardZero ? towardZero + 1 : towardZero;
}

/**
 * Adds the crossings of faces with lines along `axis`.
 * @param points xyz per vertex, in cells of the lattice. @param chosen the faces to examine; all if null.
 * @param count the number of faces.
 * @param low, high places of lines per axis, inclusive; other lines are left out.
 * @param mask if given, only crossings with the lines that it marks are added.
 */
export function hitLines(
  points: Float64Array,
  faces: Uint32Array,
  chosen: Uint32Array | null,
  count: number,
  axis: 0 | 1 | 2,
  low: ArrayLike<number>,
  high: ArrayLike<number>,
  out: LineHits,
  mask: LineMask | null = null,
): void {
  const u = ACROSS[axis][0];
  const v = ACROSS[axis][1];
  const lowI = mask?.lowI ?? low[u];
  const highI = mask?.highI ?? high[u];
  const lowJ = mask?.lowJ ?? low[v];
  const highJ = mask?.highJ ?? high[v];
  const endI = highI + 1;
  const endJ = highJ + 1;
  for (let n = 0; n < count; n++) {
    if (n % 8192 === 0) stopIfUnwanted();
    const face = chosen === null ? n : chosen[n];
    const a = 3 * faces[3 * face];
    const b = 3 * faces[3 * face + 1];
    const c = 3 * faces[3 * face + 2];
    const av = points[a + v];
    const bv = points[b + v];
    const cv = points[c + v];
    // By v: the lowest corner, the middle one, the highest. The long edge joins the lowest and the highest. As an edge
    // of the face, it runs down if these three are in the face's order, else up.
    let l = a;
    let m = b;
    let h = c;
    let isLongUp = false;
    if (bv < av) {
      l = b;
      m = a;
      isLongUp = true;
    }
    if (cv < points[m + v]) {
      h = m;
      m = c;
      isLongUp = !isLongUp;
      if (cv < points[l + v]) {
        m = l;
        l = c;
        isLongUp = !isLongUp;
      }
    }
    const lu = points[l + u];
    const lv = points[l + v];
    const mu = points[m + u];
    const mv = points[m + v];
    const hu = points[h + u];
    const hv = points[h + v];
    // Clamped to lowJ … highJ + 1, and whole, so they are 32-bit integers.
    const firstRow = lv > lowJ ? (lv > highJ ? endJ : ceiling(lv)) : lowJ;
    const endRow = hv < endJ ? (hv < lowJ ? lowJ : ceiling(hv)) : endJ;
    for (let j = firstRow; j < endRow; j++) {
      const isAboveMiddle = mv <= j;
      const long = (j - lv) / (hv - lv);
      const longU = lu + long * (hu - lu);
      const short = isAboveMiddle ? (j - mv) / (hv - mv) : (j - lv) / (mv - lv);
      const shortU = isAboveMiddle ? mu + short * (hu - mu) : lu + short * (mu - lu);
      const isLongFirst = longU < shortU;
      const start = isLongFirst ? longU : shortU;
      const stop = isLongFirst ? shortU : longU;
      const firstPlace = start > lowI ? (start > highI ? endI : ceiling(start)) : lowI;
      const endPlace = stop < endI ? (stop < lowI ? lowI : ceiling(stop)) : endI;
      if (firstPlace >= endPlace) continue;
      const p = isAboveMiddle ? m : l;
      const q = isAboveMiddle ? h : m;
      const longW = points[l + axis] + long * (points[h + axis] - points[l + axis]);
      const shortW = points[p + axis] + short * (points[q + axis] - points[p + axis]);
      const startW = isLongFirst ? longW : shortW;
      const slope = ((isLongFirst ? shortW : longW) - startW) / (stop - start);
      if (out.length + endPlace - firstPlace > out.i.length) out.reserve(endPlace - firstPlace);
      const tag = 2 * face + (isLongFirst === isLongUp ? 1 : 0);
      let at = out.length;
      for (let i = firstPlace; i < endPlace; i++) {
        if (mask !== null && !mask.has(i, j)) continue;
        out.i[at] = i;
        out.j[at] = j;
        out.w[at] = startW + (i - start) * slope;
        out.tag[at++] = tag;
      }
      out.length = at;
    }
  }
}
