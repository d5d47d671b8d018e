// Sweeps as given, one or many → seven numbers each, or a message that says which is wrong, and how.

import { checkNumbers, checkOptionNames, described, LARGEST_COORDINATE, OptionError, type OptionNames } from '#core';

/** The centre at t = 0 and at t = 1, xyz, and the radius: mm. */
export interface SphereSweep {
  readonly from: ArrayLike<number>;
  readonly to: ArrayLike<number>;
  readonly radius: number;
}

const SWEEP_NAMES: OptionNames<SphereSweep> = { from: true, to: true, radius: true };

/** Numbers in a sweep: from, to, radius. */
export const SWEEP_NUMBERS = 7;

/**
 * Writes the numbers of one sweep.
 * @throws OptionError WRONG_TYPE, UNKNOWN_OPTION, BAD_LENGTH, NON_FINITE_COORDINATE, COORDINATE_RANGE, BAD_RADIUS.
 */
export function takeSweep(sweep: SphereSweep, door: string, out: Float64Array): void {
  checkOptionNames(sweep, SWEEP_NAMES, door, 'sweep');
  takePoint(sweep.from, 'from', out, 0);
  takePoint(sweep.to, 'to', out, 3);
  checkRadius(sweep.radius, 'the sweep');
  out[6] = sweep.radius;
}

/** @returns a copy. @throws OptionError WRONG_TYPE, BAD_LENGTH, NON_FINITE_COORDINATE, COORDINATE_RANGE, BAD_RADIUS. */
export function checkedSweeps(sweeps: ArrayLike<number>): Float64Array {
  checkNumbers(sweeps, 'sweeps', 'pass 7 numbers a sweep: from x, y, z, to x, y, z, radius, mm');
  if (sweeps.length % SWEEP_NUMBERS !== 0)
    throw new OptionError(
      'BAD_LENGTH',
      `sweeps has ${sweeps.length} numbers, expected a multiple of ${SWEEP_NUMBERS}; pass from x, y, z, to x, y, z, radius of each.`,
    );
  const numbers = Float64Array.from(sweeps);
  for (let at = 0; at < numbers.length; at += SWEEP_NUMBERS) {
    const sweep = `sweep ${at / SWEEP_NUMBERS}`;
    for (let k = 0; k < 6; k++) checkCoordinate(numbers[at + k], k % 3, k < 3 ? 'from' : 'to', sweep);
    checkRadius(numbers[at + 6], sweep);
  }
  return numbers;
}

/** @throws OptionError WRONG_TYPE, BAD_LENGTH, NON_FINITE_COORDINATE, COORDINATE_RANGE. */
export function takePoint(point: ArrayLike<number>, name: string, out: Float64Array, at: number): void {
  checkNumbers(point, `${name} of the sweep`, 'pass x, y, z, mm');
  if (point.length !== 3)
    throw new OptionError(
      'BAD_LENGTH',
      `${name} of the sweep has ${point.length} numbers, expected 3; pass x, y, z, mm.`,
    );
  for (let k = 0; k < 3; k++) {
    checkCoordinate(point[k], k, name, 'the sweep');
    out[at + k] = point[k];
  }
}

function checkCoordinate(x: number, axis: number, name: string, sweep: string): void {
  if (!Number.isFinite(x))
    throw new OptionError(
      'NON_FINITE_COORDINATE',
      `${'xyz'[axis]} of ${name} of ${sweep} is ${described(x)}, expected a finite number; check where it comes from.`,
    );
  if (Math.abs(x) > LARGEST_COORDINATE)
    throw new OptionError(
      'COORDINATE_RANGE',
      `${'xyz'[axis]} of ${name} of ${sweep} is ${x}, beyond ${LARGEST_COORDINATE.toExponential(2)} mm; use millimetres.`,
    );
}

function checkRadius(radius: unknown, sweep: string): void {
  if (!(typeof radius === 'number' && radius >= 0 && radius <= LARGEST_COORDINATE))
    throw new OptionError(
      'BAD_RADIUS',
      `radius of ${sweep} is ${described(radius)}, expected 0 (a point) to ${LARGEST_COORDINATE.toExponential(2)} mm; pass the sphere's radius.`,
    );
}
