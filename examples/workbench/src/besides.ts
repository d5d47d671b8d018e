// What is reported at a pose besides its report: the bone in the tool, and the stroke from a marked pose to it.

import type { Numbers } from './numbers.ts';

export interface BesidesOwner {
  /** Why they are not computed now; null: they are. */
  why(): string | null;
  /** Another stroke is marked, or none. */
  marked(): void;
  /** Whether a stroke can be marked. */
  allow(isAllowed: boolean): void;
}

export class Besides {
  readonly #numbers: Numbers;
  readonly #owner: BesidesOwner;
  /** Start of the stroke that ends at the pose; null: there is none. */
  #mark: Float64Array | null = null;
  /** The newest report's text for that stroke. */
  #stroke: string | null = null;
  /** The text for the volume of bone in the tool at that report's pose; null: not computed yet. */
  #volume: string | null = null;

  constructor(numbers: Numbers, owner: BesidesOwner) {
    this.#numbers = numbers;
    this.#owner = owner;
  }

  /** Where the stroke begins that is to be reported now; null: none. */
  get from(): Float64Array | null {
    return this.#owner.why() === null ? this.#mark : null;
  }

  /** Begins a stroke there; null drops it. */
  mark(at: Float64Array | null): void {
    if (this.#owner.why() !== null) return;
    this.#mark = at;
    this.#owner.marked();
  }

  /** Another pose has its report. */
  renew(): void {
    this.#volume = null;
  }

  stroke(says: string | null): void {
    this.#stroke = says;
    this.show();
  }

  volume(says: string): void {
    this.#volume = says;
  }

  show(): void {
    const why = this.#owner.why();
    this.#numbers.stroke(why ?? this.#stroke ?? '–');
    this.#numbers.boneInTool(why ?? this.#volume ?? 'computed at rest');
    this.#owner.allow(why === null);
  }
}
