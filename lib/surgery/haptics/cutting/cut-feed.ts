// A cutter and the loop's newest snapshot → the bone's edits, one after the other, while the tool cuts.
//
// Every INTERVAL ms it looks where the proxy is. If the proxy has removed something since, the cutter gets the motion,
// and its edit goes to the thread of the models. So edits arrive in order, and a slow cutter makes longer cuts, not
// more of them.
//
//     cut │ edit │ model │ rest, as long again │ cut │ …
//     ────┴──────┴───────┴─────────────────────┴─────
//     begin              shown
//
// The next cut begins after the model in use shows the last one, and as long again after that. The hand need not wait,
// since the tool may be ahead of what models show (cut-allowance.ts). But the servo, whose tick must not be late, needs
// a processor for itself, even when all threads share two.

import type { BoneEdit } from '#bodies';
import { AT, SNAPSHOT_SIZE } from '../haptic-memory.ts';
import type { Seqlock } from '../seqlock.ts';
import { type Cutter, CutWay } from './cutter.ts';
import { TOLD_REMOVED } from './tool-feed.ts';

/** ms between two looks. */
const INTERVAL = 4;
/** ms: the longest wait for a model to show a cut; none does if no new model covers the proxy. */
const LONGEST = 100;

export class CutFeed {
  readonly #cutter: Cutter;
  readonly #snapshot: Seqlock;
  readonly #editBone: (edit: BoneEdit) => Promise<void>;
  readonly #way = new CutWay();
  readonly #numbers = new Float64Array(SNAPSHOT_SIZE);
  readonly #timer: ReturnType<typeof setInterval>;
  #editing: Promise<void> | null = null;
  /** When the last cut began, ms; how many edits a model that shows it has; whether it is not shown yet. */
  #begun = 0;
  #edits = 0;
  #isWaiting = false;
  /** When the next cut may begin, ms. */
  #nextAt = Number.NEGATIVE_INFINITY;
  #failure: unknown;

  constructor(cutter: Cutter, snapshot: Seqlock, editBone: (edit: BoneEdit) => Promise<void>) {
    this.#cutter = cutter;
    this.#snapshot = snapshot;
    this.#editBone = editBone;
    this.#timer = setInterval(() => this.#cut(), INTERVAL);
  }

  /** Ends it. @returns what the cutter or the edit has thrown, if anything. */
  async end(): Promise<unknown> {
    clearInterval(this.#timer);
    await this.#editing;
    return this.#failure;
  }

  #cut(): void {
    const s = this.#numbers;
    if (this.#editing !== null || !this.#snapshot.read(s) || !this.#isTime(s[AT.edits])) return;
    const motion = this.#way.next(s.subarray(AT.proxy, AT.proxy + 16), s[AT.told + TOLD_REMOVED]);
    if (motion === null) return;
    try {
      this.#begun = performance.now();
      const edit = this.#cutter.cut(motion);
      if (edit === null || (edit.remove.length === 0 && (edit.faces?.length ?? 0) === 0)) return;
      this.#edits = s[AT.edits] + 1;
      this.#isWaiting = true;
      this.#editing = this.#editBone(edit)
        .catch((error) => this.#fail(error))
        .finally(() => {
          this.#editing = null;
        });
    } catch (error) {
      this.#fail(error);
    }
  }

  /** @param shown how many edits the model in use shows. */
  #isTime(shown: number): boolean {
    const now = performance.now();
    if (this.#isWaiting && (shown >= this.#edits || now - this.#begun > LONGEST)) {
      this.#isWaiting = false;
      this.#nextAt = now + (now - this.#begun);
    }
    return !this.#isWaiting && now >= this.#nextAt;
  }

  #fail(error: unknown): void {
    this.#failure ??= error;
    clearInterval(this.#timer);
  }
}
