// Boxes → overlapping pairs, by several threads, each with a share of the work.

import { shareArrays, ThreadShelf, threadStarter, WorkerPool } from '#workers';
import type { Boxes } from './boxes.ts';
import type { BroadPhaseMethod } from './broad-phase.ts';
import { mergePairs } from './merge-pairs.ts';
import type { Share } from './share.ts';
import { hybridOfShares } from './hybrid-of-shares.ts';
import { answerShare, type Made, type Work } from './shares.ts';

type Pool = WorkerPool<Work, Share, Made[Work['makes']]>;

interface Threads {
  readonly shelf: ThreadShelf;
  readonly pool: Pool;
}

export class ThreadedPairs {
  readonly #boxes: Boxes;
  readonly #method: BroadPhaseMethod;
  readonly #workers: number;
  readonly #shares: readonly Share[];
  #threads: Promise<Threads> | null = null;
  /** The current boxes, in memory of all threads; null after a change. */
  #shared: Boxes | null = null;

  constructor(boxes: Boxes, method: BroadPhaseMethod, workers: number) {
    this.#boxes = boxes;
    this.#method = method;
    this.#workers = workers;
    this.#shares = Array.from({ length: workers }, (_, index) => ({ index, of: workers }));
  }

  update(): void {
    this.#shared = null;
  }

  /** The pairs of the current boxes. @throws the reason passed to `end`. */
  async pairs(): Promise<Uint32Array> {
    this.#shared ??= shareArrays(this.#boxes);
    const boxes = this.#shared;
    const { pool } = await this.#open();
    if (this.#method === 'hybrid') return hybridOfShares(boxes, this.#shares, (work) => this.#all(pool, work));
    return mergePairs(await this.#all(pool, { makes: 'pairs', boxes, method: this.#method }), boxes.count);
  }

  #all<Own extends Work>(pool: Pool, work: Own): Promise<Made[Own['makes']][]> {
    return Promise.all(this.#shares.map((share) => one(pool, work, share)));
  }

  /** Rejects pending answers and ends the threads. */
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

/** By a thread, or by this one if there is none. */
async function one<Own extends Work>(pool: Pool, work: Own, share: Share): Promise<Made[Own['makes']]> {
  return ((await pool.ask(work, share)) ?? answerShare(work, share)) as Made[Own['makes']];
}
