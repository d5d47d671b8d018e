// Turns of a task, numbered from 0 → who takes which: dealt out in advance, or taken from a queue that threads share.
//
//   dealt to 2 shares     0 2 4 6 8 …  │  1 3 5 7 9 …      the slower thread decides when all are done
//   a queue, 2 threads    0 1 3 5 6 8 …  │  2 4 7 9 …      each takes the next turn when it is done with its own

import type { Share } from './share.ts';

/** Returns the next turn to take; a number beyond the last one when none is left. */
export type NextTurn = () => number;

/** Every `of`-th turn from `index` on. */
export function dealtTurns({ index, of }: Share): NextTurn {
  let next = index - of;
  return () => {
    next += of;
    return next;
  };
}

/** @param queue one number, from 0, in memory that all threads read. */
export function queuedTurns(queue: Int32Array): NextTurn {
  return () => Atomics.add(queue, 0, 1);
}

/** The turns in a list, in its order. */
export function listedTurns(turns: readonly number[]): NextTurn {
  let at = 0;
  return () => (at < turns.length ? turns[at++] : Number.POSITIVE_INFINITY);
}
