// A pose → coordinates u, v, depth along the tool's own axes, from an origin near the overlap.
//
// Along its own axes a tool is usually close to a box or a cylinder, and the column that it cuts out of the bone is
// narrow. Coordinates from an origin near the overlap are small, however far both bodies are from the bone's origin.
//
// A blade stands upright on the bone: seen along one of its axes, it or the bone is seen edge on, and surfaces seen
// edge on take the most tiles. So lines of sight are slanted, by a shear, which preserves volumes.

import type { LocalFrame } from '#core';

/** The axis of the tool's frame along which depth is: 0 x, 1 y, 2 z. */
export type Axis = 0 | 1 | 2;

/** The change of u, v, depth per mm of depth along a line of sight, negated: about 32° to the axis. */
const SLANT = [0.5, 0.375, 0];

export class ToolView {
  /** mm, bone frame. */
  readonly origin = new Float64Array(3);
  /** Rows u, v, depth of the matrix applied to a difference of points of the bone's frame; columns of its inverse. */
  readonly turn = new Float64Array(9);
  readonly #back = new Float64Array(9);

  /**
   * Coordinates along the tool's axes: u, v, depth are its x, y, z.
   * @param bounds low x, y, z, high x, y, z of a box in the bone's frame, near which the overlap is.
   */
  set({ forward, inverse }: LocalFrame, bounds: Float64Array): void {
    for (let k = 0; k < 3; k++) {
      this.origin[k] = bounds[k] / 2 + bounds[3 + k] / 2;
      for (let row = 0; row < 3; row++) {
        this.turn[3 * row + k] = forward[4 * k + row];
        // Rᵀ turns here, so its inverse is the transpose of R⁻¹.
        this.#back[3 * row + k] = inverse[4 * row + k];
      }
    }
  }

  /**
   * Turns `view`, which is along the tool's axes, so that depth is along one of them, and lines of sight are slanted.
   * @param box in the coordinates of `view`. @param out receives a box about it.
   */
  slant(view: ToolView, axis: Axis, box: Float64Array, slack: number, out: Float64Array): void {
    const z = 3 * axis;
    for (let k = 0; k < 3; k++) this.origin[k] = view.origin[k];
    out[2] = box[axis];
    out[5] = box[3 + axis];
    for (let row = 0; row < 3; row++) {
      const own = (axis + 1 + row) % 3;
      const share = SLANT[row];
      for (let k = 0; k < 3; k++) this.turn[3 * row + k] = view.turn[3 * own + k] - share * view.turn[z + k];
      if (row === 2) continue;
      out[row] = box[own] - share * box[3 + axis] - slack;
      out[3 + row] = box[3 + own] - share * box[axis] + slack;
    }
  }

  /** A point of the bone's frame, P[i …] → u, v, depth, out[at …]. */
  point(P: Float64Array, i: number, out: Float64Array, at: number): void {
    const { origin, turn } = this;
    const x = P[i] - origin[0];
    const y = P[i + 1] - origin[1];
    const z = P[i + 2] - origin[2];
    out[at] = turn[0] * x + turn[1] * y + turn[2] * z;
    out[at + 1] = turn[3] * x + turn[4] * y + turn[5] * z;
    out[at + 2] = turn[6] * x + turn[7] * y + turn[8] * z;
  }

  /** u, v, depth → a point of the bone's frame, up to rounding. */
  pointBack(local: Float64Array, out: Float64Array): void {
    const back = this.#back;
    for (let k = 0; k < 3; k++)
      out[k] = this.origin[k] + (back[k] * local[0] + back[3 + k] * local[1] + back[6 + k] * local[2]);
  }

  /** The magnitude of the determinant: mm³ here per mm³ of the bone's frame. */
  get scale(): number {
    const [a, b, c, d, e, f, g, h, i] = this.turn;
    return Math.abs(a * (e * i - f * h) + b * (f * g - d * i) + c * (d * h - e * g));
  }
}

/** Boxes of a body's own frame → boxes about them in u, v, depth. */
export class BoxTurn {
  readonly #matrix = new Float64Array(12);
  #slack = 0;

  /** @param slack mm: the widening of boxes. */
  set({ turn, origin }: ToolView, { forward }: LocalFrame, slack: number): void {
    const m = this.#matrix;
    this.#slack = slack;
    for (let row = 0; row < 3; row++)
      for (let k = 0; k < 4; k++) {
        const r = 3 * row;
        const shift = k < 3 ? 0 : 1;
        m[4 * row + k] =
          turn[r] * (forward[k] - shift * origin[0]) +
          turn[r + 1] * (forward[4 + k] - shift * origin[1]) +
          turn[r + 2] * (forward[8 + k] - shift * origin[2]);
      }
  }

  /** The box boxes[i …], low x, y, z, high x, y, z → out[0 … 5]. */
  turn(boxes: Float32Array | Float64Array, i: number, out: Float64Array): void {
    const m = this.#matrix;
    const x = boxes[i] / 2 + boxes[i + 3] / 2;
    const y = boxes[i + 1] / 2 + boxes[i + 4] / 2;
    const z = boxes[i + 2] / 2 + boxes[i + 5] / 2;
    const ex = boxes[i + 3] - x;
    const ey = boxes[i + 4] - y;
    const ez = boxes[i + 5] - z;
    for (let k = 0; k < 3; k++) {
      const r = 4 * k;
      const centre = m[r] * x + m[r + 1] * y + m[r + 2] * z + m[r + 3];
      const extent = Math.abs(m[r]) * ex + Math.abs(m[r + 1]) * ey + Math.abs(m[r + 2]) * ez + this.#slack;
      out[k] = centre - extent;
      out[3 + k] = centre + extent;
    }
  }
}
