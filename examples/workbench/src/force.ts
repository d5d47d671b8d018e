// The force with which the bone pushes back, N → its share of the most that the haptic loop gives.

/** N: here the loop pushes no harder, so the hand goes deeper without feeling it. */
export const MOST_FORCE = 8;

/** 0 … 1. @param force N; null: the bone is not felt. */
export function shareOf(force: number | null): number {
  return Math.min(1, (force ?? 0) / MOST_FORCE);
}
