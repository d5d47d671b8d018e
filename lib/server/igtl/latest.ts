// Items, as they come → one after the other worked on, the newest each time: what came in between is passed over and
// counted.

import { setImmediate } from 'node:timers/promises';

export class Latest<Item> {
  /** How many were passed over. */
  skipped = 0;
  readonly #work: (item: Item) => Promise<void>;
  #next: { readonly item: Item } | null = null;
  #running: Promise<void> | null = null;

  /** @param work throws nothing. */
  constructor(work: (item: Item) => Promise<void>) {
    this.#work = work;
  }

  /** @returns the one that is passed over for it; null: none. */
  offer(item: Item): Item | null {
    const passed = this.#next?.item ?? null;
    if (this.#next !== null) this.skipped++;
    this.#next = { item };
    this.#running ??= this.#run();
    return passed;
  }

  /** Gives up the item that waits. @returns when the one under way is done. */
  async close(): Promise<void> {
    this.#next = null;
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#next !== null) {
      // What the sockets have got meanwhile is read first.
      await setImmediate();
      const next: { readonly item: Item } | null = this.#next;
      this.#next = null;
      if (next !== null) await this.#work(next.item);
    }
    this.#running = null;
  }
}
