// Faces → for each welded vertex, the list of faces around it, kept under edits.

import { grown } from '#core';

const END = -1;

/**
 * Singly linked lists of corners, one per welded vertex: corner c is corner c % 3 of face c / 3.
 *
 *     first[v] ─→ c ─next[c]→ c' ─next[c']→ … ─→ -1
 *
 * Memory: 4 bytes per vertex and 12 per face. Only proper faces belong in it (three different welded corners), so a
 * face appears once in a list.
 */
export class VertexFaces {
  first: Int32Array;
  next: Int32Array;

  /** Holds no faces yet: `add` them. */
  constructor(vertexCapacity: number, faceCapacity: number) {
    this.first = new Int32Array(vertexCapacity).fill(END);
    this.next = new Int32Array(3 * faceCapacity);
  }

  /** Raises the capacities; what is listed stays. */
  reserve(vertexCapacity: number, faceCapacity: number): void {
    const had = this.first.length;
    this.first = grown(this.first, had, vertexCapacity).fill(END, had);
    this.next = grown(this.next, this.next.length, 3 * faceCapacity);
  }

  /** Puts a proper face at the head of the lists of its welded corners a, b, c. */
  add(face: number, a: number, b: number, c: number): void {
    const { first, next } = this;
    const corner = 3 * face;
    next[corner] = first[a];
    first[a] = corner;
    next[corner + 1] = first[b];
    first[b] = corner + 1;
    next[corner + 2] = first[c];
    first[c] = corner + 2;
  }

  /** Removes the faces that `retired` marks from one vertex's list. */
  dropRetired(vertex: number, retired: Uint8Array): void {
    const { first, next } = this;
    let kept = END;
    for (let corner = first[vertex]; corner !== END; corner = next[corner]) {
      if (retired[(corner / 3) | 0] !== 0) continue;
      if (kept === END) first[vertex] = corner;
      else next[kept] = corner;
      kept = corner;
    }
    if (kept === END) first[vertex] = END;
    else next[kept] = END;
  }

  /**
   * Writes the faces around a welded vertex to `out` and returns their number (a typed `out` that is shorter keeps the
   * first ones).
   */
  list(vertex: number, out: number[] | Uint32Array): number {
    const next = this.next;
    let count = 0;
    for (let corner = this.first[vertex]; corner !== END; corner = next[corner]) out[count++] = (corner / 3) | 0;
    return count;
  }

  /** The face that `list` writes first; −1 if there is none. */
  head(vertex: number): number {
    const corner = this.first[vertex];
    return corner === END ? -1 : (corner / 3) | 0;
  }

  isEmpty(vertex: number): boolean {
    return this.first[vertex] === END;
  }
}
