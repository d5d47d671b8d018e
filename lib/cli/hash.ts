// Bytes or text → SHA-256, 64 lower-case hexadecimal digits.

import { createHash } from 'node:crypto';

/** The hash of all parts, in order. */
export function sha256(...parts: readonly (ArrayBufferView | string)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part as NodeJS.ArrayBufferView);
  return hash.digest('hex');
}
