// Four points that move linearly → whether a vertex meets a face, or an edge an edge; when, and where on them. The f64
// filter answers what it can prove, integers the rest. For many queries in sequence.

import { exactEdgeEdge, exactVertexFace } from './exact-impact.ts';
import { type Filtered, ImpactFilter } from './impact-filter.ts';
import { placesOnEdges, weightsOnFace } from './impact-parameters.ts';
import { narrowed, ROOT_BITS, type Root } from './roots.ts';

export class ElementaryImpact {
  /** The query: xyz of four points at t = 0, then at t = 1; finite. Vertex, then face; or two ends, then two ends. */
  readonly points = new Float64Array(24);
  /** Of the last impact; see Impact. */
  low = 0;
  high = 0;
  parameters: readonly [number, number] = [0, 0];
  /** Queries so far that f64 left to integers. */
  escalated = 0;
  readonly #filter = new ImpactFilter();
  readonly #places = new Float64Array(12);

  /** Queries so far whose points may be in one plane at some time. */
  get coplanar(): number {
    return this.#filter.coplanar;
  }

  /** @returns whether they share a point at some time in [0, 1]. */
  vertexFace(): boolean {
    if (!this.#takeTime(this.#filter.vertexFace(this.points), 1, exactVertexFace)) return false;
    this.parameters = weightsOnFace(this.#placesAt(this.low + 0.5 * (this.high - this.low)));
    return true;
  }

  /** The same for two edges. */
  edgeEdge(): boolean {
    if (!this.#takeTime(this.#filter.edgeEdge(this.points), 2, exactEdgeEdge)) return false;
    this.parameters = placesOnEdges(this.#placesAt(this.low + 0.5 * (this.high - this.low)));
    return true;
  }

  /** @param split how many of the points belong to the first body. */
  #takeTime(filtered: Filtered, split: 1 | 2, exact: (points: ArrayLike<number>) => Root | null): boolean {
    if (filtered === 'none') return false;
    if (filtered === 'hit') {
      ({ low: this.low, high: this.high } = this.#filter);
      return true;
    }
    if (this.#areTogether(split)) {
      this.low = this.high = 0;
      return true;
    }
    this.escalated++;
    const root = exact(this.points);
    if (root !== null) this.#takeRoot(root);
    return root !== null;
  }

  /** Whether a point of one body coincides with a point of the other at t = 0. */
  #areTogether(split: 1 | 2): boolean {
    const { points } = this;
    for (let i = 0; i < 3 * split; i += 3)
      for (let j = 3 * split; j < 12; j += 3)
        if (points[i] === points[j] && points[i + 1] === points[j + 1] && points[i + 2] === points[j + 2]) return true;
    return false;
  }

  #takeRoot(root: Root): void {
    const { m, k, isEnd } = narrowed(root, ROOT_BITS);
    // f64 holds every multiple of 2^-52 in [0, 1].
    const cut = BigInt(Math.max(0, k - 52));
    const cell = m >> cut;
    const unit = 2 ** -Math.min(k, 52);
    const isHeld = isEnd && cell << cut === m;
    this.low = Number(cell) * unit;
    this.high = Number(isHeld ? cell : cell + 1n) * unit;
  }

  /** xyz of the four points, times a power of two that keeps their products from overflow and underflow. */
  #placesAt(t: number): Float64Array {
    const { points } = this;
    const places = this.#places;
    let most = 0;
    for (let i = 0; i < 12; i++) {
      places[i] = (1 - t) * points[i] + t * points[12 + i];
      most = Math.max(most, Math.abs(places[i]));
    }
    const scale = 2 ** -Math.max(-1000, Math.floor(Math.log2(most)));
    for (let i = 0; i < 12; i++) places[i] *= scale;
    return places;
  }
}
