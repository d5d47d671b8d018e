// A shape's option → itself if it lies in its range, an OptionError if it does not.

import { checkNumbers, checkRecord, described, OptionError, refuse } from '#core';

/** @throws OptionError with the given code unless value is positive and finite. */
export function checkPositive(code: string, what: string, value: number): void {
  if (!(typeof value === 'number' && value > 0 && value < Infinity))
    throw new OptionError(code, `${what} is ${described(value)}, expected a finite number above 0; choose another.`);
}

/** @throws OptionError with the given code unless value is a whole number from low to high. */
export function checkWhole(code: string, what: string, value: number, low: number, high: number): void {
  if (!(Number.isInteger(value) && value >= low && value <= high))
    throw new OptionError(
      code,
      `${what} is ${described(value)}, expected a whole number from ${low} to ${high}; choose another.`,
    );
}

/** @throws OptionError with the given code unless value fits. */
export function checkFits(code: string, what: string, value: number, fits: boolean, expected: string): void {
  if (!fits) throw new OptionError(code, `${what} is ${described(value)}, expected ${expected}; choose another.`);
}

/** @throws OptionError WRONG_TYPE unless each is a number. */
export function checkAreNumbers(what: string, values: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(values)) checkNumber(`${what}: ${name}`, value);
}

/** @throws OptionError WRONG_TYPE. */
export function checkNumber(what: string, value: unknown): void {
  if (typeof value !== 'number') refuse(value, what, 'a number', 'pass one');
}

/**
 * Checks the arguments of a distance function. It may be called millions of times, so only the types are checked.
 * @throws OptionError WRONG_TYPE.
 */
export function checkQuestion(options: unknown, x: unknown, y: unknown, z: unknown): void {
  checkRecord(options, 'The argument options', 'an object', 'pass those of the body');
  if (typeof x !== 'number' || typeof y !== 'number' || typeof z !== 'number')
    checkAreNumbers('The point', { x, y, z });
}

/** @throws OptionError with the given code, or WRONG_TYPE, unless value is three finite numbers. */
export function checkTriple(code: string, what: string, value: ArrayLike<number>): void {
  checkNumbers(value, what, 'pass x, y, z');
  if (value.length !== 3 || !Array.prototype.every.call(value, Number.isFinite))
    throw new OptionError(code, `${what} is [${Array.from(value)}], expected three finite numbers; pass x, y, z.`);
}

/** @returns the stream with checked draws. @throws OptionError WRONG_TYPE; on a draw outside [0, 1) BAD_RANDOM. */
export function checkedStream(random: () => number): () => number {
  if (typeof random !== 'function') refuse(random, 'random', 'a function', 'pass a stream of numbers from 0 to 1');
  return () => {
    const drawn = random();
    if (typeof drawn === 'number' && drawn >= 0 && drawn < 1) return drawn;
    throw new OptionError(
      'BAD_RANDOM',
      `random has given ${described(drawn)}, expected numbers from 0 to below 1; pass a stream of such numbers.`,
    );
  };
}
