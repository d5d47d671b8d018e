// A simplex of W that holds the origin, of one to four points → a tetrahedron of W that holds it.
//
// A smaller simplex gets more points: a point gets one beside it, a segment one beside its line, a triangle the one
// farthest from its plane:
//
//             p                 The origin lies in the triangle, within rounding, so on a facet of the tetrahedron,
//           ╱ │ ╲               which is the nearest and is expanded first. A start of two tetrahedra, one on each
//          a──┼──b──c           side of the triangle, need not be convex where they meet.

import { tieSlack } from './bounds.ts';
import type { PosedPair } from './posed-pair.ts';
import { Simplex } from './simplex.ts';

const TETRAHEDRON = [0, 1, 2, 0, 3, 1, 1, 3, 2, 2, 3, 0];
const MIRRORED = [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3];

export class PolytopeStart {
  /** Four facets, three corners each, counter-clockwise seen from outside. */
  corners: readonly number[] = TETRAHEDRON;
  readonly first = new Uint32Array(4);
  readonly second = new Uint32Array(4);
  readonly #simplex = new Simplex();
  /** A direction, of any length, and the triangle's unit normal. */
  readonly #along = new Float64Array(3);

  /** @returns false if W is flat within rounding: then pair.normal is left perpendicular to it. */
  grow(pair: PosedPair, simplex: Simplex): boolean {
    const grown = this.#simplex;
    grown.count = 0;
    for (let i = 0; i < simplex.count; i++) grown.put(pair, simplex.first[i], simplex.second[i]);
    while (grown.count < 3) if (!this.#growBeside(pair)) return false;
    if (grown.count === 3) this.#turn();
    if (grown.count === 3 && !this.#growAlong(pair, 1) && !this.#growAlong(pair, -1)) return false;
    this.corners = this.#isMirrored() ? MIRRORED : TETRAHEDRON;
    this.first.set(grown.first);
    this.second.set(grown.second);
    return true;
  }

  /** Whether corners 0, 1, 2 run clockwise seen from outside, with corner 3 on the inside of their plane. */
  #isMirrored(): boolean {
    const { points: W } = this.#simplex;
    this.#turn();
    const n = this.#along;
    let height = 0;
    for (let k = 0; k < 3; k++) height += n[k] * (W[9 + k] - W[k]);
    return height > 0;
  }

  /** The unit normal of the first three points, to #along. */
  #turn(): void {
    const { points: W } = this.#simplex;
    const n = this.#along;
    for (let k = 0; k < 3; k++) {
      const u = (k + 1) % 3;
      const v = (k + 2) % 3;
      n[k] = (W[3 + u] - W[u]) * (W[6 + v] - W[v]) - (W[3 + v] - W[v]) * (W[6 + u] - W[u]);
    }
    this.#normalise();
  }

  #normalise(): void {
    const n = this.#along;
    const length = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    for (let k = 0; k < 3; k++) n[k] = length > 0 ? n[k] / length : Number(k === 0);
  }

  /** Adds a point beside the point or line of those already there. @returns false if none is. */
  #growBeside(pair: PosedPair): boolean {
    const grown = this.#simplex;
    const { points: W } = grown;
    const n = this.#along;
    const isPoint = grown.count === 1;
    const d = [W[3] - W[0], W[4] - W[1], W[5] - W[2]];
    const size = d.map(Math.abs);
    const least = size.indexOf(Math.min(...size));
    for (let turn = 0; turn < (isPoint ? 3 : 2); turn++) {
      if (isPoint) n.fill(0).fill(1, turn, turn + 1);
      else {
        const axis = turn === 0 ? [0, 1, 2].map((k) => Number(k === least)) : [...n];
        for (let k = 0; k < 3; k++) n[k] = d[(k + 1) % 3] * axis[(k + 2) % 3] - d[(k + 2) % 3] * axis[(k + 1) % 3];
        this.#normalise();
      }
      if (this.#growAlong(pair, -1) || this.#growAlong(pair, 1)) return true;
    }
    return false;
  }

  /**
   * Adds the point of W farthest along ±#along, if it lies farther than the first by more than rounding.
   * @returns whether it does.
   */
  #growAlong(pair: PosedPair, sign: number): boolean {
    const { normal, searchFirst, searchSecond, gap } = pair;
    const grown = this.#simplex;
    const n = this.#along;
    let own = 0;
    for (let k = 0; k < 3; k++) {
      normal[k] = -sign * n[k];
      own += normal[k] * grown.points[k];
    }
    pair.seek();
    if (own - gap[0] <= 2 * tieSlack(pair.magnitude)) return false;
    grown.put(pair, searchFirst.vertex, searchSecond.vertex);
    return true;
  }
}
