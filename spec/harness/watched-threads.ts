// Node's workers that kerf starts → which live, what each has been asked and has not answered.

import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';

// Specs terminate threads at work. Node 20 aborts the whole process where a compiler's thread works for one of them
// (`NodePlatform::GetForegroundTaskRunner`): workers that start from here on compile on their own threads.
setFlagsFromString('--no-concurrent-recompilation');

export interface WatchedThread {
  readonly worker: Worker;
  asked: number;
  answered: number;
  alive: boolean;
}

/** Sees every worker from its first message on. `stop()` when done. */
export class WatchedThreads {
  readonly all: WatchedThread[] = [];
  /** Called after each message to a worker. */
  onAsked: (thread: WatchedThread) => void = () => {};
  /** Most questions that were unanswered at once, all workers together and with one of them. */
  mostOpen = 0;
  mostWithOne = 0;
  readonly #post = Worker.prototype.postMessage;

  constructor() {
    const watch = this;
    Worker.prototype.postMessage = function (...given) {
      watch.#post.apply(this, given);
      watch.#asked(this);
    };
  }

  get alive(): WatchedThread[] {
    return this.all.filter(({ alive }) => alive);
  }

  get busy(): WatchedThread[] {
    return this.alive.filter(({ asked, answered }) => asked > answered);
  }

  /** All questions that were posted. */
  get asked(): number {
    return this.all.reduce((sum, { asked }) => sum + asked, 0);
  }

  stop(): void {
    Worker.prototype.postMessage = this.#post;
  }

  #asked(worker: Worker): void {
    let thread = this.all.find((known) => known.worker === worker);
    if (thread === undefined) {
      const made: WatchedThread = { worker, asked: 0, answered: 0, alive: true };
      worker.prependListener('message', () => made.answered++);
      worker.prependListener('exit', () => {
        made.alive = false;
      });
      this.all.push(made);
      thread = made;
    }
    thread.asked++;
    const open = this.busy.map(({ asked, answered }) => asked - answered);
    this.mostOpen = Math.max(
      this.mostOpen,
      open.reduce((sum, count) => sum + count, 0),
    );
    this.mostWithOne = Math.max(this.mostWithOne, ...open);
    this.onAsked(thread);
  }
}

/** Lets threads and timers have their turn until it is so. @throws after half a minute. */
export async function until(isSo: () => boolean, what: string): Promise<void> {
  const began = performance.now();
  while (!isSo()) {
    if (performance.now() - began > 30_000) throw new Error(`Half a minute on, and still not so: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
