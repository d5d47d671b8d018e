// A pose of two bodies → the simplex of W nearest to the origin, or enclosing it.
//
// E. G. Gilbert, D. W. Johnson, S. S. Keerthi, "A fast procedure for computing the distance between complex objects in
// three-dimensional space", IEEE J. Robotics and Automation 4(2), 1988: the simplex's nearest point v gives a
// direction; the vertices that lie farthest against it join the simplex; it is reduced to what its nearest point needs.
// Each step comes nearer, so no simplex returns and the search ends. In f64 it ends at the latest when a step comes no
// nearer.
//
// If started with the simplex of the last pose, it often only has to confirm that no vertex lies nearer. Its result
// proves nothing: Certificate does.

import { tieSlack } from './bounds.ts';
import type { PosedPair } from './posed-pair.ts';
import { Simplex } from './simplex.ts';

/** near: within rounding of the origin, so it is not known on which side of it W ends. */
export type GjkOutcome = 'apart' | 'near' | 'overlapping' | 'undecided';

export class Gjk {
  readonly simplex = new Simplex();
  /** Support queries in the last run. */
  iterations = 0;

  /**
   * Begins with the vertices in `simplex`, if there are any, else with the bodies' first. Leaves the reduced simplex
   * and, if apart, in pair.normal the unit direction of its nearest point, along which the pair was searched.
   * @param limit on iterations: `undecided` if it does not suffice.
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
