// A body of records of one size → their number.

import { FormatError } from '#core';

/** @param name what an error calls the body. @throws FormatError BAD_COUNT. */
export function recordCount(content: Uint8Array, size: number, name: string): number {
  if (content.length % size !== 0)
    throw new FormatError(
      'BAD_COUNT',
      `${name} has ${content.length} bytes, expected a multiple of ${size}; check the sender.`,
    );
  return content.length / size;
}
