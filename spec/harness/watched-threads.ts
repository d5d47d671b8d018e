// Node's workers that kerf starts → which ones are alive, and each one's unanswered questions.

import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';

// Specs terminate threads at work. Node 20 aborts the whole process if a compiler's thread works for one of them
// (`NodePlatform::GetForegroundTaskRunner`). So workers that start from here on compile on their own threads.
setFlagsFromString('--no-concurrent-recompilation');

export interface WatchedThread {
  readonly worker: Worker;
  asked: number;
  answered: number;
  alive: boolean;
}

/** Sees every worker from its first message on. Call `stop()` when done. */
export class WatchedThreads {
  readonly all: WatchedThread[] = [];
  /** Called after each message to a worker. */
  onAsked: (thread: WatchedThread) => void = () => {};
  /** The most questions unanswered at once, over all workers and for any one of them. */
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

  /** The number of questions posted. */
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

/** Lets threads and timers run until `isSo` returns true. @throws after half a minute. */
export async function until(isSo: () => boolean, what: string): Promise<void> {
  const began = performance.now();
  while (!isSo()) {
    if (performance.now() - began > 30_000) throw new Error(`Half a minute on, and still not so: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
