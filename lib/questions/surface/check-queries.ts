// Points, directions, rays and limits as given → numbers that the exact predicates take, or the sentence that says
// which is wrong, and how.

import {
  checkNumbers,
  checkOptionNames,
  described,
  LARGEST_COORDINATE,
  OptionError,
  type OptionNames,
  storedCoordinate,
} from '#core';

interface LimitOptions {
  readonly maxDistance?: number;
}
const LIMIT_OPTIONS: OptionNames<LimitOptions> = { maxDistance: true };

interface AxisOptions {
  readonly axis?: ArrayLike<number>;
}
const AXIS_OPTIONS: OptionNames<AxisOptions> = { axis: true };
const UP = [0, 0, 1];

/** Writes the way up. @throws OptionError UNKNOWN_OPTION, and as takeDirection. */
export function takeAxis(options: AxisOptions, out: Float64Array): void {
  checkOptionNames(options, AXIS_OPTIONS, 'height');
  takeDirection(options.axis === undefined ? UP : options.axis, 'axis', out);
}

/** Writes a point, xyz, mm. @throws OptionError WRONG_TYPE, BAD_LENGTH, NON_FINITE_COORDINATE, COORDINATE_RANGE. */
export function takePoint(point: ArrayLike<number>, name: string, out: Float64Array, at = 0): void {
  checkTriple(point, name, 'x, y, z, mm');
  for (let k = 0; k < 3; k++) out[at + k] = checkedCoordinate(point[k], `${'xyz'[k]} of ${name}`);
}

/** Writes a direction. @throws OptionError WRONG_TYPE, BAD_LENGTH, NON_FINITE_COORDINATE, BAD_DIRECTION. */
export function takeDirection(direction: ArrayLike<number>, name: string, out: Float64Array, at = 0): void {
  checkTriple(direction, name, 'its x, y, z');
  for (let k = 0; k < 3; k++) out[at + k] = direction[k];
  checkDirection(out, at, name);
}

/** @returns a copy of points, 3 numbers each. @throws as takePoint, with the number of the point. */
export function checkedPoints(points: ArrayLike<number>): Float64Array {
  const numbers = checkedRows(points, 'points', 3, 'x, y, z, mm, of each');
  for (let i = 0; i < numbers.length; i++)
    numbers[i] = checkedCoordinate(numbers[i], `${'xyz'[i % 3]} of point ${Math.floor(i / 3)}`);
  return numbers;
}

/** @returns a copy of rays, 6 numbers each. @throws as takePoint and takeDirection, with the number of the ray. */
export function checkedRays(rays: ArrayLike<number>): Float64Array {
  const numbers = checkedRows(rays, 'rays', 6, 'origin x, y, z, mm, and direction x, y, z, of each');
  for (let at = 0; at < numbers.length; at += 6) {
    for (let k = 0; k < 3; k++)
      numbers[at + k] = checkedCoordinate(numbers[at + k], `${'xyz'[k]} of the origin of ray ${at / 6}`);
    checkDirection(numbers, at + 3, `the direction of ray ${at / 6}`);
  }
  return numbers;
}

/** mm; Infinity if none is given. @throws OptionError WRONG_TYPE, UNKNOWN_OPTION, BAD_DISTANCE. */
export function checkedLimit(options: LimitOptions, name: string): number {
  checkOptionNames(options, LIMIT_OPTIONS, name);
  const { maxDistance = Number.POSITIVE_INFINITY } = options;
  if (typeof maxDistance === 'number' && maxDistance >= 0) return maxDistance;
  throw new OptionError(
    'BAD_DISTANCE',
    `maxDistance of ${name} is ${described(maxDistance)}, expected a number of mm, 0 or more; leave it out for no limit.`,
  );
}

function checkTriple(values: ArrayLike<number>, name: string, what: string): void {
  checkNumbers(values, name, `pass ${what}`);
  if (values.length !== 3)
    throw new OptionError('BAD_LENGTH', `${name} has ${values.length} numbers, expected 3; pass ${what}.`);
}

function checkedRows(values: ArrayLike<number>, name: string, size: number, what: string): Float64Array {
  checkNumbers(values, name, `pass ${size} numbers each: ${what}`);
  if (values.length % size !== 0)
    throw new OptionError(
      'BAD_LENGTH',
      `${name} has ${values.length} numbers, expected a multiple of ${size}; pass ${what}.`,
    );
  return Float64Array.from(values);
}

function checkedCoordinate(x: number, name: string): number {
  if (!Number.isFinite(x))
    throw new OptionError(
      'NON_FINITE_COORDINATE',
      `${name} is ${described(x)}, expected a finite number; check where it comes from.`,
    );
  if (Math.abs(x) > LARGEST_COORDINATE)
    throw new OptionError(
      'COORDINATE_RANGE',
      `${name} is ${x}, beyond ${LARGEST_COORDINATE.toExponential(2)} mm; use millimetres.`,
    );
  return storedCoordinate(x);
}

function checkDirection(out: Float64Array, at: number, name: string): void {
  for (let k = 0; k < 3; k++)
    if (!Number.isFinite(out[at + k]))
      throw new OptionError(
        'NON_FINITE_COORDINATE',
        `${'xyz'[k]} of ${name} is ${described(out[at + k])}, expected a finite number; check where it comes from.`,
      );
  if (out[at] === 0 && out[at + 1] === 0 && out[at + 2] === 0)
    throw new OptionError(
      'BAD_DIRECTION',
      `${name} is [0, 0, 0], expected a vector that is not 0, of any length; pass the way that it points.`,
    );
}
