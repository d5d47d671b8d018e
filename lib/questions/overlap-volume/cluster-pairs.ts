// The pieces of a cluster of depth → sums of integrals over pairs of their triangles.

import { grown } from '#core';
import { PairIntegral } from './pair-integral.ts';
import { BONE, type Pieces, TOOL } from './pieces.ts';
import { pairError } from './rounding.ts';

/** The numbers of a column: its tile's area and diagonal squared; the depths at which the cluster begins and ends. */
export const TILE = 0;
export const DIAGONAL_SQUARED = 1;
export const BOTTOM = 2;
export const TOP = 3;

export class ClusterPairs {
  readonly #pieces: Pieces;
  readonly #integral = new PairIntegral();
  /** For each body, three indices into `points` per triangle. */
  readonly #triangles: [Int32Array, Int32Array] = [new Int32Array(192), new Int32Array(192)];
  readonly #count = new Int32Array(2);
  #column: Float64Array = new Float64Array(4);
  #pairs = 0;

  constructor(pieces: Pieces) {
    this.#pieces = pieces;
  }

  /** mm³, of the last integration. */
  get sum(): number {
    return this.#integral.sum[0];
  }

  /** mm³: the rounding error bound of `sum`. */
  get error(): number {
    const column = this.#column;
    return pairError(this.#pairs, column[DIAGONAL_SQUARED], column[TOP] - column[BOTTOM], this.#integral.weight[0]);
  }

  /** Takes the pieces order[from … end − 1]. */
  list(order: Int32Array, from: number, end: number, column: Float64Array): void {
    const { first, size, body: bodies } = this.#pieces;
    this.#column = column;
    this.#integral.top[0] = column[TOP];
    this.#count.fill(0);
    for (let i = from; i < end; i++) {
      const piece = order[i];
      const body = bodies[piece];
      const at = 3 * this.#count[body];
      const added = size[piece] - 2;
      const places = grown(this.#triangles[body], at, at + 3 * added);
      this.#triangles[body] = places;
      for (let k = 0; k < added; k++) {
        places[at + 3 * k] = first[piece];
        places[at + 3 * k + 1] = first[piece] + 3 * (k + 1);
        places[at + 3 * k + 2] = first[piece] + 3 * (k + 2);
      }
      this.#count[body] += added;
    }
  }

  /** Σ over a bone triangle f and a tool triangle g: s·t·∫ (top − max of both depths), s and t their senses. */
  integrateBoth(): void {
    const { points } = this.#pieces;
    const [bone, tool] = this.#triangles;
    const integral = this.#integral;
    const n = 3 * this.#count[BONE];
    const m = 3 * this.#count[TOOL];
    integral.sum[0] = 0;
    integral.weight[0] = 0;
    for (let i = 0; i < n; i += 3)
      for (let j = 0; j < m; j += 3)
        integral.add(points, bone[i], bone[i + 1], bone[i + 2], points, tool[j], tool[j + 1], tool[j + 2]);
    this.#pairs = this.#count[BONE] * this.#count[TOOL];
  }

  /** The same over all ordered pairs of a body's triangles, including each with itself. */
  integrateOwn(body: number): void {
    const { points } = this.#pieces;
    const places = this.#triangles[body];
    const integral = this.#integral;
    const n = 3 * this.#count[body];
    integral.sum[0] = 0;
    integral.weight[0] = 0;
    for (let i = 0; i < n; i += 3)
      for (let j = 0; j < i; j += 3)
        integral.add(points, places[i], places[i + 1], places[i + 2], points, places[j], places[j + 1], places[j + 2]);
    integral.sum[0] *= 2;
    integral.weight[0] *= 2;
    for (let i = 0; i < n; i += 3)
      integral.add(points, places[i], places[i + 1], places[i + 2], points, places[i], places[i + 1], places[i + 2]);
    this.#pairs = this.#count[body] * this.#count[body];
  }
}
