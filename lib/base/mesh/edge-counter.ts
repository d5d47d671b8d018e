// The faces around a vertex → how the edges at that vertex are used.

import { grown, sortRange } from '#core';
import type { VertexFaces } from './vertex-faces.ts';

/**
 * Counts the uses of edges from the lists of faces around their vertices, without a table of edges. A face a, b, c runs
 * along the edges a→b, b→c and c→a. Counts accumulate over calls until `reset`.
 */
export class EdgeCounter {
  /** Edges used by exactly one face. */
  boundary = 0;
  /** Edges used by two or more faces, in unequal numbers per direction. */
  unbalanced = 0;
  /** Edges used by more than two faces. */
  crowded = 0;
  #uses = new Uint32Array(64);

  reset(): void {
    this.boundary = 0;
    this.unbalanced = 0;
    this.crowded = 0;
  }

  /**
   * Adds the edges from a welded vertex to vertices numbered `above` or higher: with `above` = vertex + 1 over all
   * vertices every edge is counted once, with `above` = 0 once from each end. k faces around the vertex cost k·log k.
   */
  countAt(vertex: number, above: number, around: VertexFaces, faces: Uint32Array, welded: Uint32Array): void {
    const { first, next } = around;
    let count = 0;
    for (let corner = first[vertex]; corner >= 0; corner = next[corner]) {
      const k = corner % 3;
      const to = welded[faces[k === 2 ? corner - 2 : corner + 1]];
      const from = welded[faces[k === 0 ? corner + 2 : corner - 1]];
      if (count + 2 > this.#uses.length) this.#uses = grown(this.#uses, count, count + 2);
      if (to >= above) this.#uses[count++] = 2 * to;
      if (from >= above) this.#uses[count++] = 2 * from + 1;
    }
    sortRange(this.#uses, 0, count);
    this.#countRuns(count);
  }

  /** Sorted uses: 2·(other end) when the face runs away from the vertex, one more when it runs towards it. */
  #countRuns(count: number): void {
    const uses = this.#uses;
    for (let start = 0; start < count; ) {
      const other = uses[start] >>> 1;
      let away = 0;
      let end = start;
      for (; end < count && uses[end] >>> 1 === other; end++) away += 1 - (uses[end] & 1);
      const total = end - start;
      if (total === 1) this.boundary++;
      else if (2 * away !== total) this.unbalanced++;
      if (total > 2) this.crowded++;
      start = end;
    }
  }
}
