// A body and a direction → its farthest vertices in that direction, proved.
//
// In a convex polyhedron, a vertex that no neighbour exceeds is farthest: hill climbing along edges finds it (D.
// Dobkin, D. Kirkpatrick, 1985). Rounding may make a farther neighbour look nearer. So the proof gathers the vertices
// that are connected by edges and within tieSlack of the best, until every other neighbour is less by more:
//
//        ○───○   certainly less        The exact farthest of the gathered has no farther neighbour: those that
//       ╱     ╲                        are gathered are not, the others are certainly less. So it is farthest of all,
//   ───●───────●───  gathered          and its computed value is within rounding of the best.
//
// The vertices gathered are the corners of the face, or the ends of the edge, on which the body rests in that
// direction.

import type { ConvexBody } from './convex-body.ts';

export class SupportSearch {
  /** In the body's own frame. */
  readonly direction = new Float64Array(3);
  /** The largest direction · vertex found; and how far below it a vertex is still gathered. */
  readonly value = new Float64Array(1);
  readonly tie = new Float64Array(1);
  /** Where `value` was found, and where the next search begins. */
  vertex = 0;
  /** The gathered vertices, ascending, in the first `tiedCount` places. */
  tied = new Uint32Array(8);
  tiedCount = 0;
  #body!: ConvexBody;
  /** Marks the vertices gathered since `#stamp` last grew. */
  #marks = new Uint32Array(8);
  #stamp = 0;

  load(body: ConvexBody): void {
    this.#body = body;
    const count = body.points.length / 3;
    if (this.vertex >= count) this.vertex = 0;
    if (this.#marks.length >= count) return;
    this.tied = new Uint32Array(count);
    this.#marks = new Uint32Array(count);
    this.#stamp = 0;
  }

  /** Climbs from `vertex` to one that no neighbour exceeds, as computed, and gathers its neighbours that are tied. */
  climb(): void {
    const { points: P, starts, neighbours, faces } = this.#body;
    const { direction: d, value, tied } = this;
    const d0 = d[0];
    const d1 = d[1];
    const d2 = d[2];
    const tie = this.tie[0];
    const isBare = faces.length === 0;
    let best = this.vertex;
    let most = d0 * P[3 * best] + d1 * P[3 * best + 1] + d2 * P[3 * best + 2];
    let count = 1;
    for (let from = -1; from !== best; ) {
      from = best;
      count = 1;
      const floor = most - tie;
      const end = isBare ? P.length / 3 : starts[from + 1];
      for (let i = isBare ? 0 : starts[from]; i < end; i++) {
        const v = isBare ? i : neighbours[i];
        const own = d0 * P[3 * v] + d1 * P[3 * v + 1] + d2 * P[3 * v + 2];
        if (own < floor || v === from) continue;
        tied[count++] = v;
        if (own <= most) continue;
        most = own;
        best = v;
      }
    }
    tied[0] = best;
    this.tiedCount = count;
    this.vertex = best;
    value[0] = most;
  }

  /** Gathers from where `climb` ended: then no vertex is farther than `value` by more than rounding. */
  confirm(): void {
    if (this.tiedCount === 1) return;
    while (!this.#gather()) this.climb();
    const { tied } = this;
    for (let i = 1; i < this.tiedCount; i++) {
      const v = tied[i];
      let j = i;
      for (; j > 0 && tied[j - 1] > v; j--) tied[j] = tied[j - 1];
      tied[j] = v;
    }
  }

  /** @returns false if it met a farther vertex, which is then `vertex`. */
  #gather(): boolean {
    const { points: P, starts, neighbours, faces } = this.#body;
    const { direction: d, value, tied } = this;
    if (faces.length === 0) return true;
    const marks = this.#marks;
    const stamp = ++this.#stamp;
    const floor = value[0] - this.tie[0];
    let count = this.tiedCount;
    for (let k = 0; k < count; k++) marks[tied[k]] = stamp;
    for (let k = 1; k < count; k++)
      for (let i = starts[tied[k]]; i < starts[tied[k] + 1]; i++) {
        const v = neighbours[i];
        if (marks[v] === stamp) continue;
        const own = d[0] * P[3 * v] + d[1] * P[3 * v + 1] + d[2] * P[3 * v + 2];
        if (own > value[0]) {
          this.vertex = v;
          return false;
        }
        if (own < floor) continue;
        marks[v] = stamp;
        tied[count++] = v;
      }
    this.tiedCount = count;
    return true;
  }

  /**
   * Whether each vertex not gathered lies below `value` by more than a margin. One that did not would have an edge path
   * to the gathered whose vertices all lie as far, so some neighbour of the gathered would be one.
   */
  isClear(margin: number): boolean {
    const { points: P, starts, neighbours, faces } = this.#body;
    const { direction: d, tied, tiedCount } = this;
    const marks = this.#marks;
    const stamp = ++this.#stamp;
    const floor = this.value[0] - margin;
    const isBare = faces.length === 0;
    for (let k = 0; k < tiedCount; k++) marks[tied[k]] = stamp;
    for (let k = 0; k < (isBare ? 1 : tiedCount); k++) {
      const end = isBare ? P.length / 3 : starts[tied[k] + 1];
      for (let i = isBare ? 0 : starts[tied[k]]; i < end; i++) {
        const v = isBare ? i : neighbours[i];
        if (marks[v] !== stamp && d[0] * P[3 * v] + d[1] * P[3 * v + 1] + d[2] * P[3 * v + 2] > floor) return false;
      }
    }
    return true;
  }
}
