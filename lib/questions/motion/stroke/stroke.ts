// Two poses → the motion between them: the pose at each time, and how its points move.
//
// Linear: the translation grows evenly. Screw: any displacement from the first pose to the second is a turn by θ about
// an axis a and a translation h along it (M. Chasles, 1830), and both grow evenly. The axis may be far away, or not
// exist; so the formulas follow the tool's origin. Its total displacement is d, and d⊥ is the part of d across the
// axis:
//
//   origin(t) = origin(0) + t·h·a + A·d⊥ + B·(a × d⊥)      A =  sin(φ/2)·cos((θ − φ)/2) / sin(θ/2),  φ = tθ
//   rotation(t) = turn by φ about a, then rotation(0)      B = −sin(φ/2)·sin((θ − φ)/2) / sin(θ/2)
//
// A grows from 0 to 1, B is 0 at both ends and at most ½ in magnitude; as θ → 0 they are t and 0. A point x of the tool
// has the velocity origin′ + θ·a × (x − origin), whose part across the axis has a constant length s and turns at the
// rate θ: its acceleration is θ·s.

import { emptyPose, normalise, placementOf, type RigidPose, strokeSlack, vectorLength } from '#core';
import type { CheckedMotion } from './check-motion.ts';

const ORIGIN = [0, 0, 0];

export class Stroke {
  /** θ, rad: 0 for a linear motion. */
  readonly angle: number = 0;
  /** a, unit. */
  readonly axis = new Float64Array(3);
  /**
   * How much a distance at a stored pose may differ from the motion's at the same time, mm: rounding, and how far the
   * motion's end is from the second pose as given, whose rotation need not be rigid to the last bit.
   */
  readonly slack: number;
  /** No point of the tool travels a longer path, mm. */
  readonly farthest: number;
  /** The pose at the time that moveTo was called with. */
  readonly pose: RigidPose = emptyPose();
  /** The velocity of the tool's origin at that time, mm per whole motion (unit time). */
  readonly velocity = new Float64Array(3);

  readonly #from: Float64Array;
  readonly #along = new Float64Array(3);
  /** d⊥ and a × d⊥. */
  readonly #across = new Float64Array(3);
  readonly #beside = new Float64Array(3);
  readonly #turn = new Float64Array(9);

  /**
   * @param reach no point of the tool is farther from its origin, mm.
   * @param magnitude of the bone's coordinates, mm.
   */
  constructor({ from, to, isScrew }: CheckedMotion, reach: number, magnitude: number) {
    this.#from = from.matrix;
    const way = [12, 13, 14].map((i) => to.matrix[i] - from.matrix[i]);
    if (isScrew) this.angle = turnBetween(from.matrix, to.matrix, this.axis);
    const along = this.angle > 0 ? dot(this.axis, way) : 0;
    const across = this.angle > 0 ? way.map((x, k) => x - along * this.axis[k]) : way;
    for (let k = 0; k < 3; k++) {
      this.#along[k] = along * this.axis[k];
      this.#across[k] = across[k];
    }
    cross(this.axis, this.#across, this.#beside);
    this.pose.orthonormalityError = from.orthonormalityError;
    const length = vectorLength(way[0], way[1], way[2]);
    const offset = Math.max(...[12, 13, 14].map((i) => Math.abs(from.matrix[i])));
    const most = Math.max(magnitude, offset + 2 * length + 2 * reach);
    this.slack = strokeSlack(most) + this.#missAt(to.matrix, reach);
    this.moveTo(0);
    const [x, y, z] = this.velocity;
    this.farthest = (vectorLength(x, y, z) + this.angle * reach) * (1 + 2 ** -40);
  }

  /** Sets `pose` and `velocity`. */
  moveTo(t: number): void {
    const { matrix } = this.pose;
    const half = this.angle / 2;
    const phi = t * this.angle;
    const isTurn = this.angle > 0;
    const sine = isTurn ? 1 / Math.sin(half) : 0;
    const a = isTurn ? Math.sin(phi / 2) * Math.cos(half - phi / 2) * sine : t;
    const b = isTurn ? -Math.sin(phi / 2) * Math.sin(half - phi / 2) * sine : 0;
    const slopeA = isTurn ? half * Math.cos(phi - half) * sine : 1;
    const slopeB = isTurn ? half * Math.sin(phi - half) * sine : 0;
    this.#turnTo(phi);
    for (let k = 0; k < 3; k++) {
      const [along, across, beside] = [this.#along[k], this.#across[k], this.#beside[k]];
      matrix[12 + k] = this.#from[12 + k] + (t * along + a * across + b * beside);
      this.velocity[k] = along + slopeA * across + slopeB * beside;
    }
    const turn = this.#turn;
    for (let column = 0; column < 12; column += 4) {
      const [x, y, z] = [this.#from[column], this.#from[column + 1], this.#from[column + 2]];
      for (let row = 0; row < 3; row++)
        matrix[column + row] = isTurn
          ? turn[3 * row] * x + turn[3 * row + 1] * y + turn[3 * row + 2] * z
          : this.#from[column + row];
    }
    matrix[15] = 1;
  }

  /** The turn by an angle about the axis, row by row: O. Rodrigues, 1840. */
  #turnTo(phi: number): void {
    const [x, y, z] = this.axis;
    const sin = Math.sin(phi);
    const rest = 2 * Math.sin(phi / 2) ** 2;
    const turn = this.#turn;
    turn[0] = 1 - rest * (y * y + z * z);
    turn[1] = rest * x * y - sin * z;
    turn[2] = rest * x * z + sin * y;
    turn[3] = rest * x * y + sin * z;
    turn[4] = 1 - rest * (x * x + z * z);
    turn[5] = rest * y * z - sin * x;
    turn[6] = rest * x * z - sin * y;
    turn[7] = rest * y * z + sin * x;
    turn[8] = 1 - rest * (x * x + y * y);
  }

  /** How far a point of the tool may be, at t = 1, from its place at the second pose. */
  #missAt(to: Float64Array, reach: number): number {
    this.moveTo(1);
    const { matrix } = this.pose;
    let miss = 0;
    for (let row = 0; row < 3; row++) {
      let entries = 0;
      for (let column = 0; column < 12; column += 4) entries += Math.abs(matrix[column + row] - to[column + row]);
      miss += entries * reach + Math.abs(matrix[12 + row] - to[12 + row]);
    }
    return miss;
  }
}

/** The shorter turn from one rotation to another. @param axis receives its unit axis, if there is one. */
export function turnBetween(from: Float64Array, to: Float64Array, axis: Float64Array): number {
  const { x, y, z, w } = quaternionBetween(from, to);
  const sine = vectorLength(x, y, z);
  if (sine === 0) return 0;
  const sign = w < 0 ? -1 : 1;
  axis.set([(sign * x) / sine, (sign * y) / sine, (sign * z) / sine]);
  return 2 * Math.atan2(sine, Math.abs(w));
}

/** Quaternion of the rotation from one to the other, in the bone's frame. */
export function quaternionBetween(
  from: Float64Array,
  to: Float64Array,
): { x: number; y: number; z: number; w: number } {
  const [a, b] = [from, to].map((pose) => {
    const placement = new Float64Array(7);
    placementOf(pose, ORIGIN, placement);
    normalise(placement);
    return placement.subarray(3);
  });
  return {
    x: -b[3] * a[0] + b[0] * a[3] - b[1] * a[2] + b[2] * a[1],
    y: -b[3] * a[1] + b[0] * a[2] + b[1] * a[3] - b[2] * a[0],
    z: -b[3] * a[2] - b[0] * a[1] + b[1] * a[0] + b[2] * a[3],
    w: b[3] * a[3] + b[0] * a[0] + b[1] * a[1] + b[2] * a[2],
  };
}

const dot = (a: ArrayLike<number>, b: ArrayLike<number>) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

function cross(a: Float64Array, b: Float64Array, out: Float64Array): void {
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}
