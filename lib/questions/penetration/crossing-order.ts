// Two faces that cross an edge → which of them the edge meets first, exactly.

import { cornerOffset, planeSideBound, UNIT_ROUNDOFF } from '#core';
import { cross, dot, minus, toIntegers, type Vector } from '#triangles';

/**
 * A bone face that crosses the interior of a tool edge. from and to: planeSide of the edge's ends, of opposite signs.
 */
export interface Crossing {
  readonly bone: number;
  readonly from: number;
  readonly to: number;
  /** mm: the greatest coordinate difference within the edge, its face and the bone's face. */
  readonly extent: number;
}

/**
 * < 0 if the edge meets x before y, 0 if it meets both at one point.
 *
 * A crossing lies at s/(s + t) of the edge, with s = |from| and t = |to|: x is first if s_x·t_y < s_y·t_x. Each of s
 * and t has an error of at most δ = planeSideBound(extent), a product s·t of δ_s·t + s·δ_t + δ_s·δ_t and a rounding. If
 * the difference of the products does not exceed that, it is computed in integers.
 */
export function crossingOrder(
  T: Float64Array,
  i: number,
  j: number,
  x: Crossing,
  y: Crossing,
  B: Float64Array,
  faces: Uint32Array,
): number {
  const sx = Math.abs(x.from);
  const tx = Math.abs(x.to);
  const sy = Math.abs(y.from);
  const ty = Math.abs(y.to);
  const dx = planeSideBound(x.extent);
  const dy = planeSideBound(y.extent);
  const first = sx * ty;
  const second = sy * tx;
  const wrong = dx * (ty + sy) + dy * (sx + tx) + 2 * dx * dy + 4 * UNIT_ROUNDOFF * (first + second);
  if (Math.abs(first - second) > (1 + 16 * UNIT_ROUNDOFF) * wrong) return first - second;
  const [p, q, ...corners] = integerPoints(T, [i, j], B, faces, [x.bone, y.bone]);
  const sides = [0, 3].map((at) => {
    const [a, b, c] = corners.slice(at, at + 3);
    const normal = cross(minus(b, a), minus(c, a));
    const [from, to] = [dot(normal, minus(p, a)), dot(normal, minus(q, a))];
    return from < 0n ? [-from, to] : [from, -to];
  });
  const difference = sides[0][0] * sides[1][1] - sides[1][0] * sides[0][1];
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Points of T by their offsets, and the corners of some faces of B, as integers at a common scale. */
export function integerPoints(
  T: Float64Array,
  offsets: readonly number[],
  B: Float64Array,
  faces: Uint32Array,
  boneFaces: ArrayLike<number>,
): Vector[] {
  const numbers: number[] = [];
  for (const at of offsets) numbers.push(T[at], T[at + 1], T[at + 2]);
  for (let n = 0; n < boneFaces.length; n++)
    for (let k = 0; k < 3; k++) {
      const v = cornerOffset(faces, boneFaces[n], k);
      numbers.push(B[v], B[v + 1], B[v + 2]);
    }
  const { values: integers } = toIntegers(numbers);
  return Array.from({ length: numbers.length / 3 }, (_, n) => [
    integers[3 * n],
    integers[3 * n + 1],
    integers[3 * n + 2],
  ]);
}
