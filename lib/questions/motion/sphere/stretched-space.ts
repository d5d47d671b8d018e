// An ellipsoid's radii and axes → the space in which it is a sphere, and the way back.
//
//      ╭───────╮     y = M x      ╭───╮     Row k of M is axis k times R / r_k, R being the largest radius: space
//     (    c    )  ──────────→   (  c  )    is stretched along the shorter axes until these are as long as R.
//      ╰───────╯                  ╰───╯
//
// K. Fauerby, "Improved collision detection and response", 2003, scales by 1 / r_k to a sphere of radius 1. Here the
// stretch is exact wherever the ratios of the radii are powers of two and the axes are those of the frame.

import { LARGEST_COORDINATE, OptionError, storedCoordinate, vectorLength } from '#core';
import type { CheckedEllipsoid } from './check-ellipsoid.ts';

export class StretchedSpace {
  /** M, row by row. */
  readonly rows: Float64Array;
  /** Of the sphere, mm: the largest radius. */
  readonly radius: number;
  /** Columns of the inverse of M, one after the other. */
  readonly #back: Float64Array;

  constructor({ radii, axes }: CheckedEllipsoid) {
    this.radius = Math.max(...radii);
    this.rows = axes.map((x, i) => x * (this.radius / radii[Math.floor(i / 3)]));
    // Of the axes alone, since products of the stretched rows may overflow.
    const [a, b, c] = [axes.subarray(0, 3), axes.subarray(3, 6), axes.subarray(6, 9)];
    const columns = [...across(b, c), ...across(c, a), ...across(a, b)];
    const volume = columns[0] * a[0] + columns[1] * a[1] + columns[2] * a[2];
    this.#back = Float64Array.from(columns, (x, i) => (x / volume) * (radii[Math.floor(i / 3)] / this.radius));
  }

  /**
   * Points stretched, each coordinate rounded. An entry of M has two roundings; a coordinate has a product and two sums
   * more, so it is off by at most γ₅·Σ|M_kj·x_j| ≤ γ₅·(R / r_k)·|axis k|·|x|. Unstretched, that is less than 6u·|x|
   * along axis k, and less than 11u·|x| in all: 6√3 < 11, and the axes are as long as 1 within RIGID_LIMIT. If M has
   * one entry in each row, a power of two, nothing is rounded.
   * @param name what the points are, for the message.
   * @throws OptionError BAD_RADIUS if one is stretched beyond the range of coordinates.
   */
  stretched(points: Float64Array, name: string): Float64Array {
    const { rows } = this;
    const out = new Float64Array(points.length);
    for (let i = 0; i < points.length; i++) {
      const [at, row] = [i - (i % 3), 3 * (i % 3)];
      const x = rows[row] * points[at] + rows[row + 1] * points[at + 1] + rows[row + 2] * points[at + 2];
      if (!(Math.abs(x) <= LARGEST_COORDINATE))
        throw new OptionError(
          'BAD_RADIUS',
          `The radii of the sweep stretch ${name} to ${x} mm, beyond ${LARGEST_COORDINATE.toExponential(2)} mm; pass radii nearer to each other.`,
        );
      out[i] = storedCoordinate(x);
    }
    return out;
  }

  /** The point that is stretched to this one, rounded. */
  pointBack(y: Float64Array): Float64Array {
    const back = this.#back;
    return Float64Array.from({ length: 3 }, (_, k) => back[k] * y[0] + back[3 + k] * y[1] + back[6 + k] * y[2]);
  }

  /** Unit normal of the plane whose stretched normal this is: Mᵀ n, since n·(M x) = (Mᵀ n)·x. */
  normalBack(n: Float64Array): Float64Array {
    const { rows } = this;
    const [x, y, z] = [0, 1, 2].map((k) => rows[k] * n[0] + rows[3 + k] * n[1] + rows[6 + k] * n[2]);
    const length = vectorLength(x, y, z);
    return Float64Array.of(x / length, y / length, z / length);
  }
}

function across(a: Float64Array, b: Float64Array): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
