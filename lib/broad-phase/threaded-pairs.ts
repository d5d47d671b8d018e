// Boxes → overlapping pairs, by several threads, a share of the work each.

import { shareArrays, ThreadShelf, threadStarter, WorkerPool } from '../workers/index.ts';
import type { Boxes } from './boxes.ts';
import type { BroadPhaseMethod } from './broad-phase.ts';
import { mergePairs } from './merge-pairs.ts';
import { type Share, sharePairs } from './shares.ts';

interface Context {
  readonly boxes: Boxes;
  readonly method: BroadPhaseMethod;
}

interface Threads {
  readonly shelf: ThreadShelf;
  readonly pool: WorkerPool<Context, Share, Uint32Array>;
}

export class ThreadedPairs {
  readonly #boxes: Boxes;
  readonly #method: BroadPhaseMethod;
  readonly #workers: number;
  #threads: Promise<Threads> | null = null;
  /** The boxes as they are, in memory of all threads; null after a change. */
  #context: Context | null = null;

  constructor(boxes: Boxes, method: BroadPhaseMethod, workers: number) {
    this.#boxes = boxes;
    this.#method = method;
    this.#workers = workers;
  }

  update(): void {
    this.#context = null;
  }

  /** The pairs of the boxes as they are now. @throws the reason that `end` gave. */
  async pairs(): Promise<Uint32Array> {
    this.#context ??= { boxes: shareArrays(this.#boxes), method: this.#method };
    const context = this.#context;
    const shares = Array.from({ length: this.#workers }, (_, index) => ({ index, of: this.#workers }));
    const { pool } = await this.#open();
    const lists = await Promise.all(
      shares.map(async (share) => (await pool.ask(context, share)) ?? sharePairs(context.boxes, this.#method, share)),
    );
    return mergePairs(lists, context.boxes.count);
  }

  /** Rejects what is under way and ends the threads. */
  end(reason: Error): void {
    void this.#threads?.then(({ shelf, pool }) => {
      pool.close(reason);
      shelf.end();
    });
  }

  #open(): Promise<Threads> {
    this.#threads ??= threadStarter(
      () => new Worker(new URL('./broad-phase-worker.ts', import.meta.url), { type: 'module' }),
      () => new URL(/* webpackIgnore: true */ /* @vite-ignore */ './broad-phase-worker.ts', import.meta.url),
    ).then((start) => {
      const shelf = new ThreadShelf(start);
      return { shelf, pool: new WorkerPool(shelf, this.#workers) };
    });
    return this.#threads;
  }
}
