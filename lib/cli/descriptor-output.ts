// Bytes → one of the process's standard streams, written by the time the call returns; otherwise it throws.

import { writeSync } from 'node:fs';
import { Writable } from 'node:stream';

/** Pause before retrying a write that a full pipe refused, ms. */
const PAUSE = 5;
const idle = new Int32Array(new SharedArrayBuffer(4));

/** @throws the system's error. Waits for a full pipe that another process made non-blocking. */
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

/** The same, as a stream. */
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
