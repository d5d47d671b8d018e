// Long texts of all clients → messages, by a thread that does nothing else: the thread that serves all connections
// would take a second over 64 MiB of JSON, and hear no client meanwhile.

import { KerfError } from '#core';
import { fromFailure, ThreadShelf, threadStarter, type WireFailure, WorkerPool } from '#workers';
import type { Body } from './check-request.ts';
import type { Head } from './message-head.ts';

/** Bytes of a text that is long: reading it takes longer than passing it on. */
export const LONG = 2 ** 16;

/** A message as it was read, with its lists of numbers as arrays; or why it is none. */
export type ReadText =
  | { readonly head: Head; readonly message: Body }
  | { readonly head: Head; readonly failure: WireFailure };

const NO_CONTEXT = {};

export class LongTexts {
  #pool: Promise<WorkerPool<object, Uint8Array, ReadText>> | null = null;
  #shelf: ThreadShelf | null = null;

  /** @param bytes UTF-8. @throws KerfError SESSION_ENDED if the server ends meanwhile; WORKER_DIED. */
  async read(bytes: Uint8Array): Promise<{ readonly head: Head; readonly message: Body | KerfError }> {
    this.#pool ??= this.#begin();
    const read = await (await this.#pool).ask(NO_CONTEXT, bytes);
    if (read === null)
      throw new KerfError('WORKER_DIED', 'The thread that reads long messages has ended; send the message again.');
    if ('message' in read) return read;
    const error = fromFailure(read.failure);
    if (error instanceof KerfError) return { head: read.head, message: error };
    throw error;
  }

  async close(): Promise<void> {
    const pool = await this.#pool;
    pool?.close(new KerfError('SESSION_ENDED', 'The server has ended; connect again.'));
    this.#shelf?.end();
  }

  async #begin(): Promise<WorkerPool<object, Uint8Array, ReadText>> {
    const start = await threadStarter(
      () => {
        throw new Error('kerf serve runs in Node.');
      },
      () => new URL('./text-worker.ts', import.meta.url),
    );
    this.#shelf = new ThreadShelf(start);
    return new WorkerPool<object, Uint8Array, ReadText>(this.#shelf, 1);
  }
}
