// A triangle and planes through the origin → the polygon that they leave of it, and the range of its distances.
//
//   origin ●────────┬─ plane        The polygon is convex and given by its corners in order. The farthest point is a
//           ╲ ▓▓▓▓▓ │               corner. The nearest is the foot of the perpendicular from the origin to its plane,
//            ╲  ▓▓▓ │               or lies on an edge. Its direction g is a proof: no point of the hull is nearer than
//             ╲   ▓ plane           the least v·g / |g| over all corners v, whatever g is. So g may have any error.
//
// The clipping is that of I. E. Sutherland, G. W. Hodgman, "Reentrant polygon clipping", CACM 17(1), 1974, with the
// slack of slack.ts: the part cut off is certain, the remainder may be slightly more than the planes leave.

import { SHORTEST_DIRECTION } from './slack.ts';

/**
 * Eight planes clip a triangle. One plane adds at most half as many corners: since f is rounded, it may cross the slack
 * more than twice around the polygon. 3·1.5^8 < 77.
 */
const MOST_CORNERS = 77;

export class ConePolygon {
  /** xyz per corner, in the map's frame. */
  readonly points = new Float64Array(3 * MOST_CORNERS);
  count = 0;
  /** f at each corner, for the current plane. */
  readonly #sides = new Float64Array(MOST_CORNERS);
  /** The nearest point of an edge. */
  readonly #nearest = new Float64Array(3);
  readonly #slack: number;

  /** @param slack of clipping and of distances: CONE_SLACK, or coneSlack of slack.ts. */
  constructor(slack: number) {
    this.#slack = slack;
  }

  copy(other: ConePolygon): void {
    this.count = other.count;
    for (let i = 0; i < 3 * other.count; i++) this.points[i] = other.points[i];
  }

  /** Loads a triangle: its corners are at these offsets in the array. */
  load(positions: Float64Array, a: number, b: number, c: number): void {
    const p = this.points;
    for (let k = 0; k < 3; k++) {
      p[k] = positions[a + k];
      p[3 + k] = positions[b + k];
      p[6 + k] = positions[c + k];
    }
    this.count = 3;
  }

  /**
   * Becomes the part of another polygon that a plane leaves.
   * @param plane f(p) = plane · p: points with f ≥ 0 are left.
   * @returns whether anything is left.
   */
  clip(other: ConePolygon, plane: Float64Array): boolean {
    const from = other.points;
    const { count } = other;
    const sides = this.#sides;
    for (let i = 0; i < count; i++)
      sides[i] = plane[0] * from[3 * i] + plane[1] * from[3 * i + 1] + plane[2] * from[3 * i + 2];
    this.count = 0;
    for (let i = 0; i < count; i++) {
      const next = i + 1 === count ? 0 : i + 1;
      const isKept = sides[i] >= -this.#slack;
      if (isKept) this.#keep(from, 3 * i);
      if (isKept !== sides[next] >= -this.#slack) this.#cross(from, isKept ? i : next, isKept ? next : i);
    }
    return this.count > 0;
  }

  #keep(from: Float64Array, at: number): void {
    const to = 3 * this.count++;
    for (let k = 0; k < 3; k++) this.points[to + k] = from[at + k];
  }

  /** Adds the point at which the edge from a kept to a dropped corner crosses the slack. */
  #cross(from: Float64Array, kept: number, dropped: number): void {
    const sides = this.#sides;
    const t = Math.min(1, (sides[kept] + this.#slack) / (sides[kept] - sides[dropped]));
    const to = 3 * this.count++;
    for (let k = 0; k < 3; k++) this.points[to + k] = (1 - t) * from[3 * kept + k] + t * from[3 * dropped + k];
  }

  /**
   * Writes to `range` bounds on the distances of all the polygon's points from the origin.
   * @param normal the triangle's, of any length.
   */
  rangeInto(range: Float64Array, normal: Float64Array): void {
    const p = this.points;
    const nearest = this.#nearest;
    let most = 0;
    let least = Number.POSITIVE_INFINITY;
    for (let i = 0; i < this.count; i++) {
      const a = 3 * i;
      const b = i + 1 === this.count ? 0 : a + 3;
      const square = p[a] * p[a] + p[a + 1] * p[a + 1] + p[a + 2] * p[a + 2];
      if (square > most) most = square;
      const ex = p[b] - p[a];
      const ey = p[b + 1] - p[a + 1];
      const ez = p[b + 2] - p[a + 2];
      const along = -(ex * p[a] + ey * p[a + 1] + ez * p[a + 2]) / (ex * ex + ey * ey + ez * ez);
      // A quotient by 0 is NaN: the edge is a point.
      const t = along > 0 ? Math.min(1, along) : 0;
      const x = p[a] + t * ex;
      const y = p[a + 1] + t * ey;
      const z = p[a + 2] + t * ez;
      const edge = x * x + y * y + z * z;
      if (edge >= least) continue;
      least = edge;
      nearest[0] = x;
      nearest[1] = y;
      nearest[2] = z;
    }
    const support = Math.max(this.#support(nearest), this.#support(normal));
    range[0] = Math.max(0, support - this.#slack);
    range[1] = Math.sqrt(most) + this.#slack;
  }

  /** No point of the hull is nearer to the origin than this; ±g count as one direction. */
  #support(g: Float64Array): number {
    const square = g[0] * g[0] + g[1] * g[1] + g[2] * g[2];
    if (!(square >= SHORTEST_DIRECTION)) return 0;
    const p = this.points;
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let at = 0; at < 3 * this.count; at += 3) {
      const along = p[at] * g[0] + p[at + 1] * g[1] + p[at + 2] * g[2];
      if (along < low) low = along;
      if (along > high) high = along;
    }
    return Math.max(low, -high) / Math.sqrt(square);
  }
}
