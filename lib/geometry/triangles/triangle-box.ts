// A triangle and an axis-aligned box → whether some axis proves them farther apart than a distance.
//
// T. Akenine-Möller, "Fast 3D triangle-box overlap testing", Journal of Graphics Tools 6(1), 2001: two convex bodies
// are disjoint if their extents along some direction are. For a triangle and a box thirteen directions decide this: the
// three axes, the triangle's normal, and the nine cross products of an edge and an axis.
//
//     direction d      triangle ├───────┤      ├────────────┤ box: from its least corner along d to its greatest
//                                        ◄────►
//                                     more than distance · |d|₁: two points within `distance` of each other differ by
//                                     no more than that along each axis, and so by no more than this along d
//
// Rounding: let M bound all coordinates, and the distance. Directions may be rounded: disjoint extents along any
// direction prove that two bodies are disjoint. Along the direction as stored, a support of three products and two sums
// has an error ≤ 4u·|d|₁·M, for the triangle and for the box, and the widening one ≤ 4u·|d|₁·M. The sum is 12u·|d|₁·M,
// which SLACK·|d|₁·M covers.

import { UNIT_ROUNDOFF } from '#core';

const SLACK = 16 * UNIT_ROUNDOFF;

export class TriangleInBoxes {
  /** Corners a, b, c. */
  readonly #corners = new Float64Array(9);
  /** The ten directions besides the axes: the normal, and each edge's cross products with x, y, z. */
  readonly #directions = new Float64Array(30);
  /** The triangle's extents along the three axes and along these directions, widened. */
  readonly #low = new Float64Array(13);
  readonly #high = new Float64Array(13);

  /**
   * Takes the triangle with corners at a, b, c of A.
   * @param distance ≥ 0. @param magnitude a bound on its coordinates, on those of the boxes and on the distance.
   */
  take(A: Float64Array, a: number, b: number, c: number, distance: number, magnitude: number): void {
    const p = this.#corners;
    for (let k = 0; k < 3; k++) {
      p[k] = A[a + k];
      p[3 + k] = A[b + k];
      p[6 + k] = A[c + k];
    }
    this.#setDirections();
    const d = this.#directions;
    const margin = distance + SLACK * magnitude;
    for (let k = 0; k < 3; k++) {
      this.#low[k] = Math.min(p[k], p[3 + k], p[6 + k]) - margin;
      this.#high[k] = Math.max(p[k], p[3 + k], p[6 + k]) + margin;
    }
    for (let n = 0; n < 10; n++) {
      const x = d[3 * n];
      const y = d[3 * n + 1];
      const z = d[3 * n + 2];
      const pa = x * p[0] + y * p[1] + z * p[2];
      const pb = x * p[3] + y * p[4] + z * p[5];
      const pc = x * p[6] + y * p[7] + z * p[8];
      const along = margin * (Math.abs(x) + Math.abs(y) + Math.abs(z));
      this.#low[3 + n] = Math.min(pa, pb, pc) - along;
      this.#high[3 + n] = Math.max(pa, pb, pc) + along;
    }
  }

  #setDirections(): void {
    const p = this.#corners;
    const d = this.#directions;
    for (let edge = 0; edge < 3; edge++) {
      const from = 3 * edge;
      const to = 3 * ((edge + 1) % 3);
      const x = p[to] - p[from];
      const y = p[to + 1] - p[from + 1];
      const z = p[to + 2] - p[from + 2];
      d.set([0, z, -y, -z, 0, x, y, -x, 0], 3 + 9 * edge);
    }
    const ux = p[3] - p[0];
    const uy = p[4] - p[1];
    const uz = p[5] - p[2];
    const vx = p[6] - p[0];
    const vy = p[7] - p[1];
    const vz = p[8] - p[2];
    d[0] = uy * vz - uz * vy;
    d[1] = uz * vx - ux * vz;
    d[2] = ux * vy - uy * vx;
  }

  /** Whether an axis, three of the directions, separates the box at boxes[at …] (low x, y, z, high x, y, z). */
  isBoxApart(boxes: Float32Array, at: number): boolean {
    const low = this.#low;
    const high = this.#high;
    return (
      boxes[at] > high[0] ||
      boxes[at + 3] < low[0] ||
      boxes[at + 1] > high[1] ||
      boxes[at + 4] < low[1] ||
      boxes[at + 2] > high[2] ||
      boxes[at + 5] < low[2]
    );
  }

  /** Whether any of the thirteen directions separates the box. */
  isApart(boxes: Float32Array, at: number): boolean {
    if (this.isBoxApart(boxes, at)) return true;
    const d = this.#directions;
    for (let n = 0; n < 10; n++) {
      const x = d[3 * n];
      const y = d[3 * n + 1];
      const z = d[3 * n + 2];
      // The corners of the box that are least and greatest along the direction.
      const least =
        x * boxes[x > 0 ? at : at + 3] + y * boxes[y > 0 ? at + 1 : at + 4] + z * boxes[z > 0 ? at + 2 : at + 5];
      if (least > this.#high[3 + n]) return true;
      const most =
        x * boxes[x > 0 ? at + 3 : at] + y * boxes[y > 0 ? at + 4 : at + 1] + z * boxes[z > 0 ? at + 5 : at + 2];
      if (most < this.#low[3 + n]) return true;
    }
    return false;
  }
}
