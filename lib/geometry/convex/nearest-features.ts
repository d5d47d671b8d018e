// The vertices on which two bodies face each other → their nearest points.
//
// The sets are those that lie on the two supporting planes of one direction, gathered by SupportSearch: for two boxes
// that face each other, the corners of two faces; and those where a search ended, which lie there too, but for rounding
// of the direction. Gilbert's search runs again over these few vertices, from the first of each set: its result depends
// on the sets alone, not on how they were found. So the reported points do not depend on where the search over the
// whole bodies began.

import { tieSlack } from './bounds.ts';
import type { PosedPair } from './posed-pair.ts';
import type { Simplex } from './simplex.ts';
import type { SupportSearch } from './support-search.ts';

/** Each step comes nearer, so it ends without a limit; if rounding leads in a circle, it ends here. */
const MOST_STEPS = 256;

/** Some vertices of a body, ascending, and their stored coordinates. */
export class VertexSet {
  count = 0;
  vertices = new Uint32Array(8);
  points = new Float64Array(24);

  /** Takes the vertices gathered by a search, and some others. */
  take(search: SupportSearch, others: Uint32Array, otherCount: number): void {
    const most = search.tiedCount + otherCount;
    if (this.vertices.length < most) {
      this.vertices = new Uint32Array(2 * most);
      this.points = new Float64Array(6 * most);
    }
    const { vertices } = this;
    this.count = search.tiedCount;
    for (let i = 0; i < this.count; i++) vertices[i] = search.tied[i];
    for (let i = 0; i < otherCount; i++) {
      let at = this.count;
      while (at > 0 && vertices[at - 1] > others[i]) at--;
      if (at > 0 && vertices[at - 1] === others[i]) continue;
      for (let j = this.count++; j > at; j--) vertices[j] = vertices[j - 1];
      vertices[at] = others[i];
    }
  }

  /** Looks up the vertices' coordinates. @param pair poses them, as its second body's. */
  place(points: Float64Array, pair?: PosedPair): void {
    for (let i = 0; i < this.count; i++)
      if (pair !== undefined) pair.store(this.vertices[i], this.points, 3 * i);
      else for (let k = 0; k < 3; k++) this.points[3 * i + k] = points[3 * this.vertices[i] + k];
  }

  /** The vertex that lies farthest along sign · d. */
  farthest(d: Float64Array, sign: number): number {
    const P = this.points;
    let best = 0;
    let most = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < this.count; i++) {
      const own = sign * (d[0] * P[3 * i] + d[1] * P[3 * i + 1] + d[2] * P[3 * i + 2]);
      if (own > most) {
        most = own;
        best = i;
      }
    }
    return this.vertices[best];
  }

  /** The normal of the widest triangle of the first vertex and two others, to out. @returns its length, 0 if none. */
  normal(out: Float64Array, points: Float64Array, pair?: PosedPair): number {
    this.place(points, pair);
    const P = this.points;
    let widest = 0;
    for (let i = 1; i < this.count; i++)
      for (let j = i + 1; j < this.count; j++) {
        const ex = P[3 * i] - P[0];
        const ey = P[3 * i + 1] - P[1];
        const ez = P[3 * i + 2] - P[2];
        const fx = P[3 * j] - P[0];
        const fy = P[3 * j + 1] - P[1];
        const fz = P[3 * j + 2] - P[2];
        const nx = ey * fz - ez * fy;
        const ny = ez * fx - ex * fz;
        const nz = ex * fy - ey * fx;
        const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
        if (length <= widest) continue;
        widest = length;
        out[0] = nx;
        out[1] = ny;
        out[2] = nz;
      }
    return widest;
  }
}

/**
 * Leaves in `simplex` what the nearest points of the two sets need. It ends when no vertex comes nearer by more than
 * rounding: with parallel edges, a third point would make a triangle opened by rounding alone.
 */
export function nearestFeatures(pair: PosedPair, first: VertexSet, second: VertexSet, simplex: Simplex): void {
  first.place(pair.first.points);
  second.place(pair.second.points, pair);
  simplex.count = 0;
  simplex.put(pair, first.vertices[0], second.vertices[0]);
  const { points: W, nearest: v } = simplex;
  const near = tieSlack(pair.magnitude);
  for (let step = 0; step < MOST_STEPS; step++) {
    simplex.reduce();
    const length = simplex.distance[0];
    if (simplex.count === 4 || length <= near) return;
    const a = first.farthest(v, 1);
    const b = second.farthest(v, -1);
    if (simplex.has(a, b)) return;
    const at = 3 * simplex.count;
    simplex.put(pair, a, b);
    if (length - (v[0] * W[at] + v[1] * W[at + 1] + v[2] * W[at + 2]) / length > near) continue;
    simplex.count--;
    return;
  }
  // Rounding led in a circle; the last point has no weight yet.
  simplex.reduce();
}
