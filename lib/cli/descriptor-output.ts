// Bytes → one of the process's standard streams, written when the call returns, or refused by it.

import { writeSync } from 'node:fs';
import { Writable } from 'node:stream';

/** How long a write waits that a full pipe refused, ms. */
const PAUSE = 5;
const idle = new Int32Array(new SharedArrayBuffer(4));

/** @throws the system's error. A pipe that others made non-blocking and that is full is waited for. */
export function writeAll(descriptor: 1 | 2, contents: string | Uint8Array): void {
  let rest = typeof contents === 'string' ? Buffer.from(contents) : contents;
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(idle, 0, 0, PAUSE);
    }
  }
}

/** The same as a stream. */
export function descriptorStream(descriptor: 1 | 2): Writable {
  return new Writable({
    decodeStrings: true,
    write(chunk: Uint8Array, _, done) {
      try {
        writeAll(descriptor, chunk);
      } catch (error) {
        done(error as Error);
        return;
      }
      done();
    },
  });
}
