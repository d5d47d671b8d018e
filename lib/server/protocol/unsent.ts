// Bytes given to a transport and bytes that have left it → whether a client reads as fast as it asks.

import type { Limits } from './limits.ts';
import { waitFor } from './patience.ts';

export class Unsent {
  readonly #limits: Pick<Limits, 'maxUnsent' | 'patience'>;
  #bytes = 0;
  #isOver = false;
  #waiting: (() => void)[] = [];

  constructor(limits: Pick<Limits, 'maxUnsent' | 'patience'>) {
    this.#limits = limits;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get isMuch(): boolean {
    return this.#bytes > this.#limits.maxUnsent;
  }

  /** Over twice the limit plus the largest message: one answer may exceed the limit, but others then wait for it. */
  get isTooMuch(): boolean {
    return this.#bytes > 2 * this.#limits.maxUnsent + this.#largest;
  }

  /** The largest message that is under way. */
  #largest = 0;

  add(bytes: number): void {
    this.#bytes += bytes;
    this.#largest = Math.max(this.#largest, bytes);
  }

  remove(bytes: number): void {
    this.#bytes -= bytes;
    if (this.#bytes === 0) this.#largest = 0;
    this.#wake();
  }

  /** Resolves when some of it has left. */
  less(): Promise<void> {
    return this.#isOver ? Promise.resolve() : new Promise((done) => this.#waiting.push(done));
  }

  /** Resolves when all of it has left. */
  async none(): Promise<void> {
    while (this.#bytes > 0 && !this.#isOver) await this.less();
  }

  /** Waits until there is room. @returns false if nothing has left within the patience. */
  async room(): Promise<boolean> {
    while (this.isMuch && !this.#isOver) if (!(await this.#lessInTime())) return false;
    return true;
  }

  end(): void {
    this.#isOver = true;
    this.#wake();
  }

  #lessInTime(): Promise<boolean> {
    return new Promise((done) => {
      const stop = waitFor(this.#limits.patience, () => done(false));
      void this.less().then(() => {
        stop();
        done(true);
      });
    });
  }

  #wake(): void {
    for (const done of this.#waiting.splice(0)) done();
  }
}
