// Faces → where they cross the lines of a lattice that run along one axis.
//
// Along axis w, the lines pass through the whole numbers (i, j) of the two other axes u and v. A face that crosses row
// v = j meets it between two of its edges; each edge meets it at one number U, which is computed from the edge alone,
// its lower end first:
//
//      v   ╲                  The face is met by the lines i with U(down) ≤ i < U(up), once each: −1 (the line leaves
//      j ───╲──•──•──•──╱──   the solid) where its normal points along +w, so that the edge that runs up is on the
//            ╲         ╱      right, and +1 the other way round.
//         U(down)   U(up)
//
// Invariant: each edge of a closed, oriented surface runs up in one face as often as it runs down in another, with the
// same U to the last bit. So the signs along any line add up to 0 whatever was rounded: no line leaks.

import { grown } from '../core/index.ts';

/** Where faces cross the lines along one axis; the first `length` entries of each column. */
export class LineHits {
  length = 0;
  /** Places of the line along the two other axes. */
  i = new Int32Array(1024);
  j = new Int32Array(1024);
  /** Where along the line, in cells. */
  w = new Float64Array(1024);
  /** 2·face, plus 1 where the line enters the solid. */
  tag = new Int32Array(1024);

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
}

/** The axes of the lines' places i and j, by the lines' own axis. */
export const ACROSS = [
  [1, 2],
  [2, 0],
  [0, 1],
] as const;

/**
 * Adds the crossings of faces with lines along `axis`.
 * @param points xyz a vertex, in cells of the lattice. @param chosen the faces to look at; all where null.
 * @param count how many of them.
 * @param low, high places of lines per axis, inclusive: others are left out.
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
): void {
  const [u, v] = ACROSS[axis];
  const [lowU, highU, lowV, highV] = [low[u], high[u], low[v], high[v]];
  for (let n = 0; n < count; n++) {
    const face = chosen === null ? n : chosen[n];
    const a = 3 * faces[3 * face];
    const b = 3 * faces[3 * face + 1];
    const c = 3 * faces[3 * face + 2];
    const av = points[a + v];
    const bv = points[b + v];
    const cv = points[c + v];
    const firstRow = Math.max(lowV, Math.ceil(Math.min(av, bv, cv)));
    const endRow = Math.min(highV + 1, Math.ceil(Math.max(av, bv, cv)));
    for (let j = firstRow; j < endRow; j++) {
      // One edge runs up through the row, one runs down.
      const isA = av <= j;
      const isB = bv <= j;
      const isC = cv <= j;
      const p = isA && !isB ? a : isB && !isC ? b : c;
      const q = p === a ? b : p === b ? c : a;
      const r = isB && !isA ? b : isC && !isB ? c : a;
      const s = r === b ? a : r === c ? b : c;
      const up = (j - points[p + v]) / (points[q + v] - points[p + v]);
      const down = (j - points[r + v]) / (points[s + v] - points[r + v]);
      const upU = points[p + u] + up * (points[q + u] - points[p + u]);
      const downU = points[r + u] + down * (points[s + u] - points[r + u]);
      const isEntry = upU < downU;
      const start = isEntry ? upU : downU;
      const end = isEntry ? downU : upU;
      const firstPlace = Math.max(lowU, Math.ceil(start));
      const endPlace = Math.min(highU + 1, Math.ceil(end));
      if (firstPlace >= endPlace) continue;
      const upW = points[p + axis] + up * (points[q + axis] - points[p + axis]);
      const downW = points[r + axis] + down * (points[s + axis] - points[r + axis]);
      const startW = isEntry ? upW : downW;
      const slope = ((isEntry ? downW : upW) - startW) / (end - start);
      out.reserve(endPlace - firstPlace);
      const tag = 2 * face + (isEntry ? 1 : 0);
      for (let i = firstPlace; i < endPlace; i++) {
        const at = out.length++;
        out.i[at] = i;
        out.j[at] = j;
        out.w[at] = startW + (i - start) * slope;
        out.tag[at] = tag;
      }
    }
  }
}
