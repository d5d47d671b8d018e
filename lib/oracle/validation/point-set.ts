// Points → the distance from any place to the nearest of them.

type Point = readonly [number, number, number];

/**
 * Points sorted by x. A search moves from a place to both sides until x alone is farther away than the nearest point
 * found.
 */
export class PointSet {
  readonly #points: readonly Point[];

  constructor(points: readonly Point[]) {
    this.#points = [...points].sort((a, b) => a[0] - b[0]);
  }

  /** Infinity if there are no points. */
  distanceTo(place: Point): number {
    const points = this.#points;
    let above = this.#firstFrom(place[0]);
    let below = above - 1;
    let least = Infinity;
    while (below >= 0 || above < points.length) {
      const left = below >= 0 ? (place[0] - points[below][0]) ** 2 : Infinity;
      const right = above < points.length ? (points[above][0] - place[0]) ** 2 : Infinity;
      if (Math.min(left, right) >= least) break;
      least = Math.min(least, squaredDistance(place, points[left <= right ? below-- : above++]));
    }
    return Math.sqrt(least);
  }

  /** How many points have a smaller x. */
  #firstFrom(x: number): number {
    let [low, high] = [0, this.#points.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#points[middle][0] < x) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

export function squaredDistance(p: Point, q: Point): number {
  return (p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2 + (p[2] - q[2]) ** 2;
}
