// Items as they come → each time the newest is processed; those in between are skipped and counted.

import { setImmediate } from 'node:timers/promises';

export class Latest<Item> {
  /** Number of items skipped. */
  skipped = 0;
  readonly #work: (item: Item) => Promise<void>;
  #next: { readonly item: Item } | null = null;
  #running: Promise<void> | null = null;

  /** @param work must not throw. */
  constructor(work: (item: Item) => Promise<void>) {
    this.#work = work;
  }

  /** @returns the item skipped for it; null: none. */
  offer(item: Item): Item | null {
    const passed = this.#next?.item ?? null;
    if (this.#next !== null) this.skipped++;
    this.#next = { item };
    this.#running ??= this.#run();
    return passed;
  }

  /** Drops the waiting item. @returns when the one under way is done. */
  async close(): Promise<void> {
    this.#next = null;
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#next !== null) {
      // First read what the sockets have received meanwhile.
      await setImmediate();
      const next: { readonly item: Item } | null = this.#next;
      this.#next = null;
      if (next !== null) await this.#work(next.item);
    }
    this.#running = null;
  }
}
