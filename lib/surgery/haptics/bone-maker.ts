// The models' bone, once it must be rebuilt → a thread of its own rebuilds it and hands the result to the models.

import type { BoneSnapshot, CompactBone } from '#bodies';
import type { LoopThread } from './loop-thread.ts';

export class BoneMaker {
  /** What a thread has thrown, if anything; the bone then stays as it is. */
  failure: unknown;
  readonly #models: LoopThread;
  readonly #begin: () => LoopThread;
  #thread: LoopThread | null = null;
  #isEnded = false;

  constructor(models: LoopThread, begin: () => LoopThread) {
    this.#models = models;
    this.#begin = begin;
    models.onGrown = (snapshot) => void this.#make(snapshot);
  }

  async #make(snapshot: BoneSnapshot): Promise<void> {
    let compact: CompactBone | null = null;
    try {
      this.#thread = this.#begin();
      const reply = await this.#thread.ask({ role: 'compact', snapshot });
      if (reply.says === 'compacted') compact = reply.compact;
    } catch (error) {
      if (!this.#isEnded) this.failure ??= error;
    }
    this.#thread?.end();
    if (!this.#isEnded) this.#models.post({ role: 'compacted', compact });
  }

  end(): void {
    this.#isEnded = true;
    this.#thread?.end();
  }
}
