// Two convex polyhedra under a pose → their closest features, by a walk from the last pose's: V-Clip.
//
// B. Mirtich, "V-Clip: fast and robust polyhedral collision detection", ACM Transactions on Graphics 17(3), 1998. Under
// coherent motion the closest features are the last ones or their neighbours, so a walk is a few steps, whatever the
// number of vertices. The features are the paper's vertices, edges and faces; the faces are convex polygons.
//
// Two things differ. The walk is in one frame, the first body's, because the question refers to the stored coordinates
// of the second. And its only memory is the pair of features: a pair that returns proves that rounding leads the walk
// in a circle. To detect that, it watches for the pair of each step whose number is a power of 2 (R. P. Brent, "An
// improved Monte Carlo factorization algorithm", 1980), so no limit of steps is needed.
//
// The f64 signs of planes decide where the walk goes, not what is proved: the answer must be certified.

import type { ConvexBody } from './convex-body.ts';
import { FeaturePair } from './feature-pair.ts';
import { PlacedHull } from './placed-hull.ts';
import { MOVED, NEAREST, step } from './v-clip-steps.ts';
import { leftOf } from './voronoi-planes.ts';

/**
 * As f64 sees it: apart: the two features hold the nearest points of the hulls; if these are one point, the hulls touch
 * there or overlap. penetrating: the hulls share a point. undecided: rounding leads in a circle that includes the pair.
 */
export type VClipOutcome = 'apart' | 'penetrating' | 'undecided';

/** The walk of one pair of bodies; keeps the features from pose to pose. */
export class VClip {
  readonly a: PlacedHull;
  readonly b: PlacedHull;
  readonly #pair: FeaturePair;
  /** The pair to which a circle would return. */
  readonly #watched = new Int32Array(2);
  readonly #begun = new Int32Array(2);
  /** How often the last walk moved to another pair of features. */
  steps = 0;

  /** @param a, b polyhedra, polygons, segments or points: for a round body, the hull inside. */
  constructor(a: ConvexBody, b: ConvexBody) {
    this.a = new PlacedHull(a);
    this.b = new PlacedHull(b);
    this.#pair = new FeaturePair(this.a, this.b);
  }

  /** @param pose of b in a's frame: 16 numbers, checked. */
  walk(pose: Float64Array): VClipOutcome {
    this.b.place(pose);
    const { at } = this.#pair;
    const watched = this.#watched;
    this.#begun.set(at);
    watched.set(at);
    this.steps = 0;
    for (let watch = 1; ; ) {
      const result = step(this.#pair);
      if (result !== MOVED) return result === NEAREST ? 'apart' : 'penetrating';
      this.steps++;
      if (at[0] === watched[0] && at[1] === watched[1]) return 'undecided';
      if (this.steps === watch) {
        watched.set(at);
        watch *= 2;
      }
    }
  }

  /** How many of the two features the last walk changed. */
  get featuresChanged(): number {
    const { at } = this.#pair;
    return (at[0] === this.#begun[0] ? 0 : 1) + (at[1] === this.#begun[1] ? 0 : 1);
  }

  /**
   * Vertices that span the part of a feature in which the nearest point lies: a vertex, an edge's two, or the three of
   * a facet's triangle under the other body's vertex.
   * @param side 0 for a, 1 for b. @param out receives up to three vertex numbers. @returns how many.
   */
  spanning(side: number, out: Int32Array): number {
    const pair = this.#pair;
    const hull = pair.hulls[side];
    const dimension = pair.dimension(side);
    if (dimension === 0) {
      out[0] = pair.at[side];
      return 1;
    }
    if (dimension === 1) {
      out[0] = hull.facets.tails[pair.edge(side)];
      out[1] = hull.facets.heads[pair.edge(side)];
      return 2;
    }
    const { starts, corners } = hull.facets;
    const first = starts[pair.facet(side)];
    const last = starts[pair.facet(side) + 1] - 1;
    let i = first + 1;
    while (i < last - 1 && !this.#isBefore(side, corners[first], corners[i + 1])) i++;
    out[0] = corners[first];
    out[1] = corners[i];
    out[2] = corners[i + 1];
    return 3;
  }

  /** Whether, seen from outside, the other body's vertex lies clockwise of a diagonal of the facet. */
  #isBefore(side: number, from: number, to: number): boolean {
    const pair = this.#pair;
    const hull = pair.hulls[side];
    const other = pair.hulls[1 - side];
    if (pair.dimension(1 - side) !== 0) return true;
    const q = other.point(pair.at[1 - side]);
    leftOf(hull, pair.facet(side), from, to, other.points, q, pair.values, 0);
    return pair.values[0] < 0;
  }
}
