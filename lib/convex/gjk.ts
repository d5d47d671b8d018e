// A pose of two bodies → the simplex of W that is nearest to the origin, or that holds it.
//
// E. G. Gilbert, D. W. Johnson, S. S. Keerthi, "A fast procedure for computing the distance between complex objects in
// three-dimensional space", IEEE J. Robotics and Automation 4(2), 1988: the simplex's nearest point v gives a
// direction; the vertices that lie farthest against it join the simplex; it is reduced to what its nearest point needs.
// Each step comes nearer, so no simplex returns and the search ends. In f64 it ends at the latest where a step comes no
// nearer.
//
// Begun with the simplex of the last pose, it has often nothing to do but see that no vertex lies nearer. What it ends
// with proves nothing: Certificate does.

import { tieSlack } from './bounds.ts';
import type { PosedPair } from './posed-pair.ts';
import { Simplex } from './simplex.ts';

/** near: within rounding of the origin, so that which side of it W ends on is not known. */
export type GjkOutcome = 'apart' | 'near' | 'overlapping' | 'undecided';

export class Gjk {
  readonly simplex = new Simplex();
  /** Searches for farthest vertices that the last run made. */
  iterations = 0;

  /**
   * Begins with the vertices in `simplex`, if there are any, else with the bodies' first. Leaves the reduced simplex
   * and, where apart, in pair.normal the unit direction of its nearest point, in which the pair has sought.
   * @param limit on iterations: `undecided` where it does not suffice.
   */
  run(pair: PosedPair, limit: number): GjkOutcome {
    const { simplex } = this;
    const { nearest: v, distance } = simplex;
    const { normal, searchFirst, searchSecond, gap } = pair;
    if (simplex.count === 0) simplex.put(pair, 0, 0);
    else for (let i = 0; i < simplex.count; i++) simplex.put(pair, simplex.first[i], simplex.second[i], i);
    const near = tieSlack(pair.magnitude);
    this.iterations = 0;
    for (let last = Number.POSITIVE_INFINITY; ; ) {
      simplex.reduce();
      if (simplex.count === 4) return 'overlapping';
      const length = distance[0];
      if (length <= near) return 'near';
      for (let k = 0; k < 3; k++) normal[k] = v[k] / length;
      if (length >= last) {
        pair.seek();
        return 'apart';
      }
      last = length;
      if (this.iterations === limit) return 'undecided';
      this.iterations++;
      searchFirst.vertex = simplex.first[0];
      searchSecond.vertex = simplex.second[0];
      pair.seek();
      if (length - gap[0] <= near || simplex.has(searchFirst.vertex, searchSecond.vertex)) return 'apart';
      simplex.put(pair, searchFirst.vertex, searchSecond.vertex);
    }
  }
}
