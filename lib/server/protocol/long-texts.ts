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

interface Waiting {
  readonly bytes: Uint8Array;
  readonly signal: AbortSignal;
  readonly resolve: (read: ReadText) => void;
  readonly reject: (reason: unknown) => void;
}

export class LongTexts {
  #pool: Promise<WorkerPool<object, Uint8Array, ReadText>> | null = null;
  #shelf: ThreadShelf | null = null;
  readonly #waiting: Waiting[] = [];
  #isReading = false;

  /**
   * One text at a time, the shortest first; a client has one here at most.
   * @param bytes UTF-8. @param signal of the client: what it left is not read.
   * @throws KerfError WORKER_DIED, SESSION_ENDED; the signal's reason.
   */
  async read(
    bytes: Uint8Array,
    signal: AbortSignal,
  ): Promise<{ readonly head: Head; readonly message: Body | KerfError }> {
    const read = await new Promise<ReadText>((resolve, reject) => {
      this.#waiting.push({ bytes, signal, resolve, reject });
      if (!this.#isReading) void this.#run();
    });
    if ('message' in read) return read;
    const error = fromFailure(read.failure);
    if (error instanceof KerfError) return { head: read.head, message: error };
    throw error;
  }

  async close(): Promise<void> {
    await this.#end(new KerfError('SESSION_ENDED', 'The server has ended; connect again.'));
  }

  async #run(): Promise<void> {
    this.#isReading = true;
    while (this.#waiting.length > 0) {
      const shortest = this.#waiting.reduce((one, other) => (other.bytes.length < one.bytes.length ? other : one));
      this.#waiting.splice(this.#waiting.indexOf(shortest), 1);
      await this.#answer(shortest);
    }
    this.#isReading = false;
  }

  async #answer({ bytes, signal, resolve, reject }: Waiting): Promise<void> {
    try {
      signal.throwIfAborted();
      this.#pool ??= this.#begin();
      const read = await (await this.#pool).ask(NO_CONTEXT, bytes);
      if (read !== null) {
        resolve(read);
        return;
      }
      // It has died of this text more than once; the next begins with another.
      const died = new KerfError(
        'WORKER_DIED',
        'The thread that reads long messages has ended over this one; send it in parts, or arrays in a frame.',
      );
      await this.#end(died);
      throw died;
    } catch (error) {
      reject(error);
    }
  }

  async #end(reason: KerfError): Promise<void> {
    const [pool, shelf] = [this.#pool, this.#shelf];
    this.#pool = this.#shelf = null;
    (await pool)?.close(reason);
    shelf?.end();
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
