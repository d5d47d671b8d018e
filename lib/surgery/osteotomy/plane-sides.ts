// Vertices and a plane → on which side each is, exactly; and where an edge crosses the plane, rounded once.
//
// The height of a vertex v is n·(v − p), with the plane's point p and its normal n as given. In f64 each of its three
// terms has an error of at most three roundings, and the sums add two more each, so the height is off by less than
// 2^-50 times the sum of the terms' sizes. Where that does not decide the sign, integers do.

import { dot, minus, roundedQuotient, toIntegers, type Vector } from '#triangles';

/** Point and normal: six numbers. */
export type CutPlane = ArrayLike<number>;

const ROUNDED = 2 ** -50;
/** Terms below this may have lost bits to underflow. */
const LEAST = 2 ** -900;

export class PlaneSides {
  /** By vertex: 1 in front of the plane, where the normal points, 0 on it, −1 behind it. */
  readonly of: Int8Array;
  readonly #positions: ArrayLike<number>;
  readonly #plane: CutPlane;
  readonly #normal: Vector;

  constructor(positions: ArrayLike<number>, plane: CutPlane) {
    this.#positions = positions;
    this.#plane = plane;
    const [x, y, z] = toIntegers([plane[3], plane[4], plane[5]]).values;
    this.#normal = [x, y, z];
    this.of = Int8Array.from({ length: positions.length / 3 }, (_, v) => this.#sideOf(v));
  }

  /** Where the edge between vertices on different sides crosses the plane: the exact point's nearest f64 numbers. */
  crossing(i: number, j: number): readonly [number, number, number] {
    const { a, b, s, t, exponent } = this.#heights(i, j);
    const at = (k: number) => roundedQuotient(s * b[k] - t * a[k], s - t, exponent);
    return [at(0), at(1), at(2)];
  }

  #sideOf(v: number): number {
    const plane = this.#plane;
    let height = 0;
    let size = 0;
    for (let k = 0; k < 3; k++) {
      const term = plane[3 + k] * (this.#positions[3 * v + k] - plane[k]);
      height += term;
      size += Math.abs(term);
    }
    if (Math.abs(height) > ROUNDED * size + LEAST && size < Infinity) return Math.sign(height);
    const { s } = this.#heights(v, v);
    return s > 0n ? 1 : s < 0n ? -1 : 0;
  }

  /** The ends of an edge, and multiples of their heights, in units of 2^exponent. */
  #heights(i: number, j: number) {
    const p = this.#positions;
    const numbers = [0, 1, 2].flatMap((k) => [p[3 * i + k], p[3 * j + k], this.#plane[k]]);
    const { values, exponent } = toIntegers(numbers);
    const [a, b, origin] = [0, 1, 2].map((n): Vector => [values[n], values[3 + n], values[6 + n]]);
    return { a, b, s: dot(this.#normal, minus(a, origin)), t: dot(this.#normal, minus(b, origin)), exponent };
  }
}
