// A shape's option → itself if it lies in its range, an OptionError if not.

import { OptionError } from '../lib/core/index.ts';

/** @throws OptionError with the given code unless value is positive and finite. */
export function checkPositive(code: string, what: string, value: number): void {
  if (!(value > 0 && value < Infinity))
    throw new OptionError(code, `${what} is ${value}, expected a finite number above 0; choose another.`);
}

/** @throws OptionError with the given code unless value is a whole number from low to high. */
export function checkWhole(code: string, what: string, value: number, low: number, high: number): void {
  if (!(Number.isInteger(value) && value >= low && value <= high))
    throw new OptionError(code, `${what} is ${value}, expected a whole number from ${low} to ${high}; choose another.`);
}
