// A step's positions → what each share of it finds, on one thread per share.

import { newMemory, ThreadShelf, threadStarter, WorkerPool } from '#workers';
import type { FoundImpacts } from './impact-search.ts';
import type { SharedPlan, StepShare } from './impact-shares.ts';

type Pool = WorkerPool<SharedPlan, StepShare, FoundImpacts>;

interface Threads {
  readonly shelf: ThreadShelf;
  /** A pool of one thread per share: the share's front stays with the thread that made it. */
  readonly pools: readonly Pool[];
}

export class ImpactThreads {
  readonly #shares: number;
  /** Of the current step, in memory shared by all threads if there is any. */
  readonly #start: Float64Array;
  readonly #end: Float64Array;
  #threads: Promise<Threads> | null = null;

  constructor(shares: number, vertexCount: number) {
    this.#shares = shares;
    this.#start = new Float64Array(newMemory(24 * vertexCount));
    this.#end = new Float64Array(newMemory(24 * vertexCount));
  }

  /**
   * One step at a time.
   * @param answerHere for shares whose thread is unavailable.
   * @throws what a share threw; the reason that `end` gave.
   */
  async find(
    plan: SharedPlan,
    answerHere: (share: StepShare) => FoundImpacts,
    start: Float64Array,
    end: Float64Array,
  ): Promise<FoundImpacts[]> {
    const { pools } = await this.#open();
    this.#start.set(start);
    this.#end.set(end);
    const asked = pools.map(async (pool, index) => {
      const share = { index, start: this.#start, end: this.#end };
      return (await pool.ask(plan, share)) ?? answerHere(share);
    });
    // No thread still reads a step's positions when the next are written.
    await Promise.allSettled(asked);
    return Promise.all(asked);
  }

  /** Rejects pending calls and ends the threads. */
  end(reason: Error): void {
    void this.#threads?.then(({ shelf, pools }) => {
      for (const pool of pools) pool.close(reason);
      shelf.end();
    });
  }

  #open(): Promise<Threads> {
    this.#threads ??= threadStarter(
      () => new Worker(new URL('./impact-worker.ts', import.meta.url), { type: 'module' }),
      () => new URL(/* webpackIgnore: true */ /* @vite-ignore */ './impact-worker.ts', import.meta.url),
    ).then((start) => {
      const shelf = new ThreadShelf(start);
      const pools = Array.from({ length: this.#shares }, () => new WorkerPool(shelf, 1) satisfies Pool);
      return { shelf, pools };
    });
    return this.#threads;
  }
}
