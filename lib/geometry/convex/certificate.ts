// A direction along which two bodies face each other → nearest points, normal, and an interval of the signed distance.
//
// Whichever search gave the direction, everything reported is proved here:
//
//   low    the gap along a unit n, less its slack: the bodies are no nearer (PosedPair, SupportSearch)
//   high   the length between two points of the bodies, plus its slack; for a penetration, minus the radius of a ball
//          about the origin that W certainly contains (ExpandingPolytope)
//
// The direction between the nearest points is tried first. If they are too close to give one, or give a poor one, the
// next to be tried are the normal of the triangle of W that these points need (for two edges, their cross product), the
// normal of a face of either body, and the search's own direction. The first whose interval is as narrow as the
// rounding bound is taken, otherwise the best.

import { exactWidth, SHORTEST_NORMAL, tieSlack } from './bounds.ts';
import { nearestFeatures, VertexSet } from './nearest-features.ts';
import type { PosedPair } from './posed-pair.ts';
import { Simplex } from './simplex.ts';
import { areUnique } from './unique-features.ts';

/** Vertices of both bodies, in pairs. */
export interface Features {
  readonly count: number;
  readonly first: Uint32Array;
  readonly second: Uint32Array;
}

export class Certificate {
  /** For the points' hulls, without radii: low, high, and the nearest points' distance: > 0 apart, < 0 penetrating. */
  readonly bounds = new Float64Array(3);
  /** Whether the interval is as narrow as the rounding bound. */
  isExact = false;
  /**
   * Whether any search that ends here within rounding gives the same numbers: the vertices on which the hulls face each
   * other are clear of all others, the nearest points are inside what these vertices span, and the normal is theirs.
   */
  isUnique = false;
  /** Nearest points of the hulls. */
  readonly pointFirst = new Float64Array(3);
  readonly pointSecond = new Float64Array(3);
  readonly #firstSet = new VertexSet();
  readonly #secondSet = new VertexSet();
  /** The simplex that the nearest points need. */
  readonly #simplex = new Simplex();
  /** The normal: as the search found it, the best so far, and the one being tried. */
  readonly #found = new Float64Array(4);
  readonly #best = new Float64Array(4);
  readonly #tried = new Float64Array(3);

  /**
   * Reads pair.normal, and leaves in it the normal that proves `bounds`.
   * @param sign 1 if a search found the hulls apart, −1 if not.
   * @param inner a length: no shorter translation separates the bodies; ≤ 0 if that is not proved.
   * @param features the vertices where the search ended; for bodies that are apart, its simplex, reduced.
   */
  certify(pair: PosedPair, sign: 1 | -1, inner: number, features: Features): void {
    const { normal, slack } = pair;
    const { bounds } = this;
    pair.confirm();
    this.#settle(pair, features);
    for (let k = 0; k < 3; k++) this.#found[k] = normal[k];
    this.#found[3] = pair.gap[0];
    this.#best[3] = Number.NEGATIVE_INFINITY;
    const length = this.#join(pair);
    const width = exactWidth(pair.magnitude);
    const high = inner > 0 ? -inner + slack : length + slack;
    let turn = 0;
    for (; turn < 5; turn++) if (this.#try(pair, turn) && high - (this.#best[3] - slack) <= width) break;
    this.isUnique &&= turn < 4;
    for (let k = 0; k < 3; k++) normal[k] = this.#best[k];
    bounds[0] = this.#best[3] - slack;
    this.isExact = high - bounds[0] <= width;
    // The ball depends on how it was found; if it proves the rounding bound, the bound is reported instead.
    bounds[1] = inner > 0 ? Math.min(Math.max(high, bounds[0] + width), 0) : high;
    bounds[2] = Math.min(Math.max(sign * length, bounds[0]), bounds[1]);
  }

  /** The vertices that the last pair's nearest points need. */
  get features(): Features {
    return this.#simplex;
  }

  /** Tries a direction, if there is one. @returns whether it is the best so far. */
  #try(pair: PosedPair, turn: number): boolean {
    const n = this.#tried;
    const { normal } = pair;
    const found = this.#found;
    const { distance, nearest, count } = this.#simplex;
    let length = 0;
    if (turn === 0 && distance[0] > tieSlack(pair.magnitude)) {
      length = distance[0];
      for (let k = 0; k < 3; k++) n[k] = nearest[k];
    }
    if (turn === 1 && count === 3) length = this.#triangleNormal();
    if (turn === 2 && this.#firstSet.count > 2) length = this.#firstSet.normal(n, pair.first.points);
    if (turn === 3 && this.#secondSet.count > 2) length = this.#secondSet.normal(n, pair.second.points, pair);
    if (turn === 4) {
      length = 1;
      for (let k = 0; k < 3; k++) n[k] = found[k];
    }
    if (!(length > SHORTEST_NORMAL)) return false;
    if (n[0] * found[0] + n[1] * found[1] + n[2] * found[2] < 0) length = -length;
    for (let k = 0; k < 3; k++) normal[k] = n[k] / length;
    if (normal[0] === found[0] && normal[1] === found[1] && normal[2] === found[2]) pair.gap[0] = found[3];
    else pair.prove();
    if (!(pair.gap[0] > this.#best[3])) return false;
    for (let k = 0; k < 3; k++) this.#best[k] = normal[k];
    this.#best[3] = pair.gap[0];
    return true;
  }

  /** Finds the simplex that the nearest points of the two sets of vertices need. It depends on the sets alone. */
  #settle(pair: PosedPair, features: Features): void {
    const first = this.#firstSet;
    const second = this.#secondSet;
    first.take(pair.searchFirst, features.first, features.count);
    second.take(pair.searchSecond, features.second, features.count);
    const simplex = this.#simplex;
    if (first.count * second.count > 3) nearestFeatures(pair, first, second, simplex);
    else {
      simplex.count = 0;
      for (let i = 0; i < first.count; i++)
        for (let j = 0; j < second.count; j++) simplex.put(pair, first.vertices[i], second.vertices[j]);
      simplex.reduce();
    }
    this.isUnique = areUnique(pair, first, second, simplex);
  }

  #triangleNormal(): number {
    const { points: W } = this.#simplex;
    const n = this.#tried;
    for (let k = 0; k < 3; k++) {
      const u = (k + 1) % 3;
      const v = (k + 2) % 3;
      n[k] = (W[3 + u] - W[u]) * (W[6 + v] - W[v]) - (W[3 + v] - W[v]) * (W[6 + u] - W[u]);
    }
    return Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  }

  /** Writes the points that the simplex's weights give. @returns the distance between them. */
  #join(pair: PosedPair): number {
    const { points: W, weights, count, first } = this.#simplex;
    const { points: A } = pair.first;
    const { pointFirst: p, pointSecond: q } = this;
    let whole = 0;
    for (let i = 0; i < count; i++) whole += weights[i];
    for (let k = 0; k < 3; k++) {
      let onFirst = 0;
      let onSecond = 0;
      for (let i = 0; i < count; i++) {
        const weight = weights[i] / whole;
        const a = A[3 * first[i] + k];
        onFirst += weight * a;
        onSecond += weight * (W[3 * i + k] + a);
      }
      p[k] = onFirst;
      q[k] = onSecond;
    }
    const x = q[0] - p[0];
    const y = q[1] - p[1];
    const z = q[2] - p[2];
    return Math.sqrt(x * x + y * y + z * z);
  }
}
