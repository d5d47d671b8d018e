// Two triangles over the projection plane → the signed integral, over the intersection of their projections, of the
// distance from the higher one up to a ceiling.
//
//   depth ▲ ──────────────── ceiling    Above a point (u, v) that both cover, it is min(d₁, d₂), where d = ceiling −
//         │    ┊ ▒▒▒▒ ┊   2             depth is linear on each: ∫ d₁ − ∫ (d₁ − d₂)⁺. The intersection is one triangle
//         │  1 ┊╲▒▒╱▒ ┊ ╱               clipped by the other's edges (I. E. Sutherland, G. W. Hodgman, CACM 17(1),
//         │    ┊  ╳   ┊                 1974), split into a fan. (d₁ − d₂)⁺ over a triangle has a closed form in the
//         └────┴──────┴────────▶ u      values at its corners.
//
// Its sign is that of the product of both signed areas: the integrals of all pairs of faces add up to ∫ w₁w₂, w being
// the winding numbers (see depth-clusters.ts). Its error: pairError in rounding.ts.

/**
 * Corners of a triangle clipped by three lines: at most six. If rounding makes an outline cross a line more often, n
 * corners become at most 3n/2: 4, 6, 9.
 */
const MOST = 9;

export class PairIntegral {
  /** mm³, of the `add`s so far. */
  readonly sum = new Float64Array(1);
  /** mm³: their magnitudes, summed. */
  readonly weight = new Float64Array(1);
  /** The ceiling. */
  readonly top = new Float64Array(1);
  #polygon = new Float64Array(3 * MOST);
  #next = new Float64Array(3 * MOST);

  /** Adds the pair's integral to `sum`. @param a, b, c, p, q, r where in P, and in Q, the triangles' corners begin. */
  // One function: numbers passed from call to call go to the heap.
  add(P: Float64Array, a: number, b: number, c: number, Q: Float64Array, p: number, q: number, r: number): void {
    if (isApart(P, a, b, c, Q, p, q, r, 0) || isApart(P, a, b, c, Q, p, q, r, 1)) return;
    const pu = Q[p];
    const pv = Q[p + 1];
    const qu = Q[q] - pu;
    const qv = Q[q + 1] - pv;
    const ru = Q[r] - pu;
    const rv = Q[r + 1] - pv;
    const twice = qu * rv - qv * ru;
    if (twice === 0) return;
    const top = this.top[0];
    let from = this.#polygon;
    let to = this.#next;
    from[0] = P[a];
    from[1] = P[a + 1];
    from[2] = top - P[a + 2];
    from[3] = P[b];
    from[4] = P[b + 1];
    from[5] = top - P[b + 2];
    from[6] = P[c];
    from[7] = P[c + 1];
    from[8] = top - P[c + 2];
    let count = 3;
    for (let edge = 0; edge < 3; edge++) {
      const i = edge === 0 ? p : edge === 1 ? q : r;
      const j = edge === 0 ? q : edge === 1 ? r : p;
      const eu = twice > 0 ? Q[j] - Q[i] : Q[i] - Q[j];
      const ev = twice > 0 ? Q[j + 1] - Q[i + 1] : Q[i + 1] - Q[j + 1];
      const ou = Q[i];
      const ov = Q[i + 1];
      let kept = 0;
      const last = 3 * (count - 1);
      let before = eu * (from[last + 1] - ov) - ev * (from[last] - ou);
      for (let n = 0, m = last; n < 3 * count; m = n, n += 3) {
        const side = eu * (from[n + 1] - ov) - ev * (from[n] - ou);
        if (before >= 0 !== side >= 0) {
          const t = before / (before - side);
          for (let k = 0; k < 3; k++) to[3 * kept + k] = from[m + k] + t * (from[n + k] - from[m + k]);
          kept++;
        }
        if (side >= 0) {
          to[3 * kept] = from[n];
          to[3 * kept + 1] = from[n + 1];
          to[3 * kept + 2] = from[n + 2];
          kept++;
        }
        before = side;
      }
      if (kept < 3) return;
      const swapped = from;
      from = to;
      to = swapped;
      count = kept;
    }
    // d₂ at a corner, from its barycentric coordinates in the second triangle.
    const dp = top - Q[p + 2];
    const dq = Q[p + 2] - Q[q + 2];
    const dr = Q[p + 2] - Q[r + 2];
    for (let n = 0; n < 3 * count; n += 3) {
      const u = from[n] - pu;
      const v = from[n + 1] - pv;
      to[n] = from[n + 2] - (dp + (dq * (u * rv - v * ru) + dr * (qu * v - qv * u)) / twice);
    }
    let sum = 0;
    for (let n = 3; n < 3 * (count - 1); n += 3) {
      const au = from[n] - from[0];
      const av = from[n + 1] - from[1];
      const area = (au * (from[n + 4] - from[1]) - av * (from[n + 3] - from[0])) / 2;
      sum += area * ((from[2] + from[n + 2] + from[n + 5]) / 3 - meanAbove(to, n));
    }
    this.sum[0] += twice > 0 ? sum : -sum;
    this.weight[0] += Math.abs(sum);
  }
}

/** Whether two projections share no area, judged by their extents along an axis. */
function isApart(
  P: Float64Array,
  a: number,
  b: number,
  c: number,
  Q: Float64Array,
  p: number,
  q: number,
  r: number,
  k: number,
): boolean {
  const low = Math.min(P[a + k], P[b + k], P[c + k]);
  const high = Math.max(P[a + k], P[b + k], P[c + k]);
  return low >= Math.max(Q[p + k], Q[q + k], Q[r + k]) || high <= Math.min(Q[p + k], Q[q + k], Q[r + k]);
}

/** The mean of e⁺ over a triangle on which e is linear, with the values e[0], e[n], e[n + 3] at its corners. */
function meanAbove(e: Float64Array, n: number): number {
  const x = e[0];
  const y = e[n];
  const z = e[n + 3];
  const count = (x > 0 ? 1 : 0) + (y > 0 ? 1 : 0) + (z > 0 ? 1 : 0);
  if (count === 0) return 0;
  const mean = (x + y + z) / 3;
  if (count === 3) return mean;
  const isOne = count === 1;
  // One corner is alone on its side of 0.
  if (x > 0 === isOne) return tip(x, y, z, mean, isOne);
  if (y > 0 === isOne) return tip(y, z, x, mean, isOne);
  return tip(z, x, y, mean, isOne);
}

/** @param x the value at the corner that is alone: the line e = 0 cuts a triangle off there. */
function tip(x: number, y: number, z: number, mean: number, isAbove: boolean): number {
  const cut = (x * (x / (x - y)) * (x / (x - z))) / 3;
  return isAbove ? cut : mean - cut;
}
