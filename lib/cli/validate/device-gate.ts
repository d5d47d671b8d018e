// Threads that wait for a GPU → a pool that ends none that waits: the WebGPU binding would then end the process.

import { setTimeout } from 'node:timers/promises';

/**
 * Threads are distinguished by their number modulo this. Threads that live at the same time have numbers close
 * together.
 */
const SLOTS = 1024;
/** The pool's interval between checks for waiting threads, ms. */
const LOOK = 5;

export class DeviceGate {
  /** Memory shared by all threads' gates: whether the gate is closed, then how many times each thread is inside. */
  readonly memory: SharedArrayBuffer;
  readonly #words: Int32Array;

  constructor(memory = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT * (1 + SLOTS))) {
    this.memory = memory;
    this.#words = new Int32Array(memory);
  }

  /** Runs `wait` inside the gate. @throws if the gate is closed; whatever `wait` throws. */
  async pass<Value>(thread: number, wait: () => Promise<Value>): Promise<Value> {
    const slot = slotOf(thread);
    // This side enters, then checks whether the gate is closed. The other side closes it, then checks who is inside. So
    // at least one of the two sees the other.
    Atomics.add(this.#words, slot, 1);
    try {
      if (Atomics.load(this.#words, 0) !== 0) throw new Error('The pool of judges was closed.');
      return await wait();
    } finally {
      Atomics.sub(this.#words, slot, 1);
    }
  }

  /** Closes the gate, and resolves once no living thread is inside. */
  async close(living: () => readonly number[]): Promise<void> {
    Atomics.store(this.#words, 0, 1);
    while (living().some((thread) => Atomics.load(this.#words, slotOf(thread)) > 0)) await setTimeout(LOOK);
  }
}

function slotOf(thread: number): number {
  return 1 + (thread % SLOTS);
}
