// A function that may ask for more memory than there is → its result, or an error that says so.

import { FormatError } from '#core';

/**
 * @param make may return a promise.
 * @throws FormatError TOO_LARGE if an array cannot be allocated; any other error of `make`.
 */
export function withinMemory<T>(source: string, make: () => T): T {
  const refuse = (cause: unknown): never => {
    // Engines say "Array buffer allocation failed", "Invalid typed array length: …", "Out of memory".
    if (!(cause instanceof RangeError && /alloc|array.*length|memory/i.test(cause.message))) throw cause;
    throw new FormatError(
      'TOO_LARGE',
      `"${source}" takes more memory than there is (${cause.message}); split or coarsen it, or free memory.`,
      { cause },
    );
  };
  try {
    const made = make();
    return made instanceof Promise ? (made.catch(refuse) as T) : made;
  } catch (cause) {
    return refuse(cause);
  }
}
