// The force with which the bone pushes back, or what the tool removes in time → how hard the tool works, 0 … 1.

import { shareOf } from './force.ts';

/**
 * mm³/s: at this rate the motor has no more to give. By the cutting law of kerf's haptics: 30 W, over 280 mJ for each
 * mm³ of cortical bone.
 */
export const MOST_RATE = 30_000 / 280;

export class SawLoad {
  #removed: number | null = null;
  #at = 0;

  /**
   * @param force N; null: the bone is not felt, so the rate counts. @param removed mm³ of bone so far; null: none can
   * be cut yet. @param now ms.
   */
  of(force: number | null, removed: number | null, now: number): number {
    const more = this.#removed === null || removed === null ? 0 : removed - this.#removed;
    const seconds = (now - this.#at) / 1000;
    this.#removed = removed;
    this.#at = now;
    if (force !== null) return shareOf(force);
    // An undone cut has put bone back.
    return more > 0 ? Math.min(1, more / seconds / MOST_RATE) : 0;
  }
}
