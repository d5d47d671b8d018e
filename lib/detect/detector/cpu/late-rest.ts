// A report's segments and penetration → made when one of them is first read, at the report's pose and of the bone as it
// was then.
//
//   report ──read──▶ settle: the tool is moved to the pose again, and both are made
//   report ──the bone is about to change──▶ settle, for each report that may still be read
//
// So a caller who reads neither does not pay for them, and answers do not depend on when they are read.

import type { LateParts } from '../end-of-report.ts';

export class LateRest {
  /** null once both are made. */
  #make: (() => LateParts) | null;
  #made: LateParts | null = null;

  constructor(make: () => LateParts) {
    this.#make = make;
  }

  get made(): LateParts {
    this.settle();
    return this.#made as LateParts;
  }

  get isOpen(): boolean {
    return this.#make !== null;
  }

  settle(): void {
    if (this.#make === null) return;
    this.#made = this.#make();
    this.#make = null;
  }
}

/** The reports of a bone that may still be read; those that nobody holds are forgotten. */
export class OpenRests {
  #open: WeakRef<LateRest>[] = [];
  /** The number at which the list is cleared of those that are settled or gone. */
  #most = 64;

  add(rest: LateRest): void {
    if (this.#open.length >= this.#most) {
      this.#open = this.#open.filter((ref) => ref.deref()?.isOpen);
      this.#most = Math.max(64, 2 * this.#open.length);
    }
    this.#open.push(new WeakRef(rest));
  }

  /** To be called before the bone changes. */
  settle(): void {
    for (const ref of this.#open) ref.deref()?.settle();
    this.#open = [];
  }
}
