// Two triangles of any arrays → their 18 coordinates side by side, loaded once for all kernels that look at the pair.
//
//   corner   a  b  c │ d   e   f        A kernel names a corner by its offset in `corners` and a triangle by the offset
//   offset   0  3  6 │ 9  12  15        of its first corner. nextCorner goes round a triangle: 0 → 3 → 6 → 0,
//            FIRST   │ SECOND           9 → 12 → 15 → 9; the edge that begins at corner i ends at nextCorner(i).

/** Offset of the first triangle's first corner. */
export const FIRST = 0;
/** Offset of the second triangle's first corner. */
export const SECOND = 9;

/**
 * The scratch that every kernel on two triangles takes. It holds stored coordinates, mm, and no other state: a caller
 * may keep one triangle and exchange the other.
 */
export class TrianglePair {
  /** xyz of a, b, c of the first triangle, then of d, e, f of the second. */
  readonly corners = new Float64Array(18);

  /** Triangles (a, b, c) of P and (d, e, f) of Q; offsets of xyz. */
  load(P: Float64Array, a: number, b: number, c: number, Q: Float64Array, d: number, e: number, f: number): this {
    return this.loadFirst(P, a, b, c).loadSecond(Q, d, e, f);
  }

  loadFirst(P: Float64Array, a: number, b: number, c: number): this {
    copyCorners(P, a, b, c, this.corners, FIRST);
    return this;
  }

  loadSecond(Q: Float64Array, d: number, e: number, f: number): this {
    copyCorners(Q, d, e, f, this.corners, SECOND);
    return this;
  }

  /** A face of an indexed surface, as the first triangle. @param faces three vertices per face. */
  loadFirstFace(P: Float64Array, faces: Uint32Array, face: number): this {
    const at = 3 * face;
    return this.loadFirst(P, 3 * faces[at], 3 * faces[at + 1], 3 * faces[at + 2]);
  }

  /** The same as the second triangle. */
  loadSecondFace(Q: Float64Array, faces: Uint32Array, face: number): this {
    const at = 3 * face;
    return this.loadSecond(Q, 3 * faces[at], 3 * faces[at + 1], 3 * faces[at + 2]);
  }

  /** A point as the first triangle: all three corners are it. */
  loadPoint(P: Float64Array, p: number): this {
    return this.loadFirst(P, p, p, p);
  }
}

/** By corner. A table, since a branch on any of three corners is often mispredicted. */
const NEXT = Uint8Array.of(3, 0, 0, 6, 0, 0, 0, 0, 0, 12, 0, 0, 15, 0, 0, 9);

/** The corner after i in its own triangle. */
export function nextCorner(i: number): number {
  return NEXT[i];
}

/** The other triangle of the pair. */
export function otherTriangle(triangle: number): number {
  return SECOND - triangle;
}

function copyCorners(A: Float64Array, a: number, b: number, c: number, out: Float64Array, at: number): void {
  out[at] = A[a];
  out[at + 1] = A[a + 1];
  out[at + 2] = A[a + 2];
  out[at + 3] = A[b];
  out[at + 4] = A[b + 1];
  out[at + 5] = A[b + 2];
  out[at + 6] = A[c];
  out[at + 7] = A[c + 1];
  out[at + 8] = A[c + 2];
}
