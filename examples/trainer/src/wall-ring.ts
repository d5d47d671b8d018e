// The wall ahead of a tool → a ring with the number in it: the less bone is left, the less of the ring, and the redder.

import type { Interval } from 'kerf';

/** mm: at this wall and above the ring is whole. */
const WHOLE = 8;
/** mm: below it the ring is red; below twice of it, amber. */
const NEAR = 2;

export class WallRing {
  readonly #ring: HTMLElement;
  readonly #number = document.createElement('b');
  readonly #unit = document.createElement('small');

  constructor(ring: HTMLElement) {
    this.#ring = ring;
    this.#unit.textContent = 'mm ahead';
    ring.append(this.#number, this.#unit);
    ring.hidden = true;
  }

  /**
   * @param wall in the bone as it was before any cut; null: no feed, or no bone is met.
   * @param isThrough whether the tool is through the bone: there is no wall ahead then.
   */
  show(wall: Interval | null, isThrough: boolean): void {
    const isMet = isThrough || (wall !== null && wall.low < Number.POSITIVE_INFINITY);
    this.#ring.hidden = !isMet;
    if (!isMet) return;
    const left = isThrough || wall === null ? 0 : wall.low;
    this.#ring.style.setProperty('--share', String(Math.min(1, left / WHOLE)));
    this.#ring.dataset.danger = left < NEAR ? 'high' : left < 2 * NEAR ? 'some' : 'none';
    this.#number.textContent = isThrough ? 'through' : left.toFixed(1);
    this.#unit.hidden = isThrough;
  }
}
