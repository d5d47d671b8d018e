// Bytes → one of the process's standard streams, written by the time the call returns, or aside; otherwise an error.

import { write, writeSync } from 'node:fs';
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

/**
 * Writes while the thread goes on, however long the reader takes.
 * @param done is called once, with the system's error if not all was written.
 */
export function writeAside(
  descriptor: 1 | 2,
  contents: Uint8Array,
  done: (error: NodeJS.ErrnoException | null) => void,
): void {
  write(descriptor, contents, (error, written) => {
    const rest = error === null ? contents.subarray(written) : contents;
    if (error !== null && error.code !== 'EAGAIN') done(error);
    else if (rest.length === 0) done(null);
    else setTimeout(() => writeAside(descriptor, rest, done), error === null ? 0 : PAUSE);
  });
}

/** The same as writeAll, as a stream. */
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
