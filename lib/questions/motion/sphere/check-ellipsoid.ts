// The sweep of an ellipsoid as given → its numbers, or a message that says which is wrong, and how.

import {
  checkNumbers,
  checkOptionNames,
  described,
  LARGEST_COORDINATE,
  OptionError,
  RIGID_LIMIT,
  type OptionNames,
} from '#core';
import { takePoint } from './check-sweeps.ts';

export interface EllipsoidSweep {
  /** The centre at t = 0 and at t = 1, xyz, mm. */
  readonly from: ArrayLike<number>;
  readonly to: ArrayLike<number>;
  /** Three, mm, > 0: half the ellipsoid's length along each of its axes. */
  readonly radii: ArrayLike<number>;
  /** Unit vectors of its axes, xyz each, in the frame of the surface. Default x, y and z. */
  readonly axes?: ArrayLike<number>;
}

export interface CheckedEllipsoid {
  /** from, to. */
  readonly points: Float64Array;
  readonly radii: Float64Array;
  readonly axes: Float64Array;
}

const ELLIPSOID_NAMES: OptionNames<EllipsoidSweep> = { from: true, to: true, radii: true, axes: true };
const OWN_AXES = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);

/**
 * @throws OptionError WRONG_TYPE, UNKNOWN_OPTION, BAD_LENGTH, NON_FINITE_COORDINATE, COORDINATE_RANGE, BAD_RADIUS,
 * BAD_AXES.
 */
export function checkedEllipsoid(sweep: EllipsoidSweep): CheckedEllipsoid {
  checkOptionNames(sweep, ELLIPSOID_NAMES, 'sweepEllipsoid', 'sweep');
  const points = new Float64Array(6);
  takePoint(sweep.from, 'from', points, 0);
  takePoint(sweep.to, 'to', points, 3);
  const radii = numbersOf(sweep.radii, 'radii', 3, 'pass one for each axis, mm');
  const bad = radii.findIndex((radius) => !(radius > 0 && radius <= LARGEST_COORDINATE));
  if (bad >= 0)
    throw new OptionError(
      'BAD_RADIUS',
      `Number ${bad} of radii of the sweep is ${described(radii[bad])}, expected above 0 and at most ${LARGEST_COORDINATE.toExponential(2)} mm; pass half the ellipsoid's length along that axis.`,
    );
  return { points, radii, axes: sweep.axes === undefined ? OWN_AXES : checkedAxes(sweep.axes) };
}

function checkedAxes(axes: ArrayLike<number>): Float64Array {
  const numbers = numbersOf(axes, 'axes', 9, 'pass three unit vectors, xyz each');
  for (let i = 0; i < 3; i++)
    for (let j = 0; j <= i; j++) {
      const [a, b] = [3 * i, 3 * j];
      const product = numbers[a] * numbers[b] + numbers[a + 1] * numbers[b + 1] + numbers[a + 2] * numbers[b + 2];
      if (!(Math.abs(product - (i === j ? 1 : 0)) <= RIGID_LIMIT))
        throw new OptionError(
          'BAD_AXES',
          `The product of axes ${j} and ${i} of the sweep is ${product}, expected ${i === j ? 1 : 0} within ${RIGID_LIMIT}; pass unit vectors at right angles.`,
        );
    }
  return numbers;
}

function numbersOf(numbers: ArrayLike<number>, name: string, count: number, next: string): Float64Array {
  checkNumbers(numbers, `${name} of the sweep`, next);
  if (numbers.length !== count)
    throw new OptionError(
      'BAD_LENGTH',
      `${name} of the sweep has ${numbers.length} numbers, expected ${count}; ${next}.`,
    );
  return Float64Array.from(numbers);
}
