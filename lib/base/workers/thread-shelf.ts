// Threads that have nothing to do, kept for the next pool.

import type { StartThread, Thread } from './thread.ts';

export class ThreadShelf {
  readonly #start: StartThread;
  readonly #idle: Thread[] = [];
  #ended = false;

  constructor(start: StartThread) {
    this.#start = start;
  }

  /** A kept thread or a new one. @throws if none can be started. */
  take(): Thread {
    return this.#idle.pop() ?? this.#start();
  }

  /** Keeps an idle thread, unless there are `most` already. */
  keep(thread: Thread, most: number): void {
    if (this.#ended || this.#idle.length >= most) {
      thread.end();
      return;
    }
    thread.hold(false);
    thread.onMessage = () => {};
    thread.onDeath = () => {
      this.#idle.splice(this.#idle.indexOf(thread), 1);
    };
    this.#idle.push(thread);
  }

  /** Ends the kept threads, and any kept from now on. */
  end(): void {
    this.#ended = true;
    for (const thread of this.#idle.splice(0)) thread.end();
  }
}
