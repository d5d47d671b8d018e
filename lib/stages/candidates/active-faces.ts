// Candidate pairs → the active faces of one body, ascending, each with the other body's faces near it, ascending. The
// result does not depend on the order of the pairs.
//
//   pairs (own, near)   7–2  3–5  7–1  3–9        rows    face 3: start 0, count 2    face 7: start 2, count 2
//                                                 near    5 9 │ 1 2
//
// A counting sort over the faces that occur: count, begin, place; then each row's few faces are sorted.

import { capacityFor, sortRange, stopIfUnwanted } from '#core';
import type { ActiveFaces } from '#records';

/**
 * Groups pairs by face. It keeps one number per face of the body between queries and clears only those that were used,
 * so that a query takes time proportional to its pairs, not to the body.
 */
export class FaceGrouper {
  /** Face → 1 + its row in the present grouping; 0 if it has none. */
  #rowOf = new Uint32Array(0);
  #grouped: Uint32Array = new Uint32Array(0);

  /**
   * @param own, near: for each of `length` pairs, the face of this body and that of the other.
   * @param faceCount the number of faces of this body.
   */
  group(own: Uint32Array, near: Uint32Array, length: number, faceCount: number, out: ActiveFaces): void {
    this.#forget(faceCount);
    const rowOf = this.#rowOf;
    let distinct = 0;
    const found = new Uint32Array(length);
    for (let i = 0; i < length; i++) {
      if (i % 65_536 === 0) stopIfUnwanted();
      if (rowOf[own[i]]++ === 0) found[distinct++] = own[i];
    }
    const faces = found.slice(0, distinct).sort();
    this.#grouped = faces;
    const { rows } = out;
    rows.clear();
    rows.reserve(distinct);
    const { face, start, count, inside } = rows.columns;
    let at = 0;
    for (let row = 0; row < distinct; row++) {
      face[row] = faces[row];
      start[row] = at;
      at += rowOf[faces[row]];
      count[row] = 0;
      inside[row] = 0;
      rowOf[faces[row]] = row + 1;
    }
    rows.length = distinct;
    out.near.length = 0;
    out.near.reserve(length);
    out.near.length = length;
    const { values } = out.near;
    for (let i = 0; i < length; i++) {
      if (i % 65_536 === 0) stopIfUnwanted();
      const row = rowOf[own[i]] - 1;
      values[start[row] + count[row]++] = near[i];
    }
    for (let row = 0; row < distinct; row++) {
      if (row % 256 === 0) stopIfUnwanted();
      sortRange(values, start[row], start[row] + count[row]);
    }
  }

  /** Whether a face has a row in the present grouping. */
  has(face: number): boolean {
    return this.#rowOf[face] !== 0;
  }

  #forget(faceCount: number): void {
    const capacity = capacityFor(faceCount, this.#rowOf.length);
    if (capacity > this.#rowOf.length) this.#rowOf = new Uint32Array(capacity);
    else for (const face of this.#grouped) this.#rowOf[face] = 0;
    this.#grouped = new Uint32Array(0);
  }
}

/**
 * Inserts faces without candidates that lie inside the other solid, in face order: rows without near faces, marked
 * `inside`. Both lists are ascending; they are merged from the back, in place.
 */
export function addInteriorFaces(active: ActiveFaces, interior: Uint32Array): void {
  if (interior.length === 0) return;
  const { rows } = active;
  let from = rows.length - 1;
  let next = interior.length - 1;
  rows.reserve(interior.length);
  rows.length += interior.length;
  const { face, start, count, inside } = rows.columns;
  for (let to = rows.length - 1; next >= 0; to--) {
    if (from >= 0 && face[from] > interior[next]) {
      face[to] = face[from];
      start[to] = start[from];
      count[to] = count[from];
      inside[to] = inside[from--];
    } else {
      face[to] = interior[next--];
      start[to] = 0;
      count[to] = 0;
      inside[to] = 1;
    }
  }
}
