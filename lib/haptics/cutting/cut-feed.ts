// A cutter and the loop's newest snapshot → the bone's edits, one after the other, while the tool cuts.
//
// It looks every INTERVAL ms where the proxy is. If the proxy has removed something since, the cutter is given the
// motion, and its edit goes to the thread of the models; the next motion begins when that has taken it. So edits arrive
// in order, and a cutter that is slow makes longer cuts, not more of them.

import type { BoneEdit } from '../../bodies/index.ts';
import { AT, SNAPSHOT_SIZE } from '../haptic-memory.ts';
import type { Seqlock } from '../seqlock.ts';
import { type Cutter, CutWay } from './cutter.ts';
import { TOLD_REMOVED } from './tool-feed.ts';

/** ms: with some 5 ms for a cut and two models of 2 to 13 ms, the model in use shows a cut within 30 ms. */
const INTERVAL = 4;

export class CutFeed {
  readonly #cutter: Cutter;
  readonly #snapshot: Seqlock;
  readonly #editBone: (edit: BoneEdit) => Promise<void>;
  readonly #way = new CutWay();
  readonly #numbers = new Float64Array(SNAPSHOT_SIZE);
  readonly #timer: ReturnType<typeof setInterval>;
  #editing: Promise<void> | null = null;
  #failure: unknown;

  constructor(cutter: Cutter, snapshot: Seqlock, editBone: (edit: BoneEdit) => Promise<void>) {
    this.#cutter = cutter;
    this.#snapshot = snapshot;
    this.#editBone = editBone;
    this.#timer = setInterval(() => this.#cut(), INTERVAL);
  }

  /** Ends it. @returns what the cutter or the edit has thrown, if something. */
  async end(): Promise<unknown> {
    clearInterval(this.#timer);
    await this.#editing;
    return this.#failure;
  }

  #cut(): void {
    const s = this.#numbers;
    if (this.#editing !== null || !this.#snapshot.read(s)) return;
    const motion = this.#way.next(s.subarray(AT.proxy, AT.proxy + 16), s[AT.told + TOLD_REMOVED]);
    if (motion === null) return;
    try {
      const edit = this.#cutter.cut(motion);
      if (edit === null || (edit.remove.length === 0 && (edit.faces?.length ?? 0) === 0)) return;
      this.#editing = this.#editBone(edit)
        .catch((error) => this.#fail(error))
        .finally(() => {
          this.#editing = null;
        });
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    this.#failure ??= error;
    clearInterval(this.#timer);
  }
}
