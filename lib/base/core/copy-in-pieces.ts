// Numbers → a place in another array; with looks on the way, since many million take long.

import { stopIfUnwanted } from './stopping.ts';

/** Numbers between two looks: at most 1 MB, a fraction of a ms. */
const PIECE = 131_072;

interface Numbers extends ArrayLike<number> {
  set(from: ArrayLike<number>, at: number): void;
  subarray(from: number, to: number): ArrayLike<number>;
}

/** Copies all of `from` to `to[at]` and after it: what `to.set(from, at)` does, but not within one array. */
export function copyInPieces(to: Numbers, from: Numbers, at: number): void {
  if (from.length <= PIECE) {
    to.set(from, at);
    return;
  }
  for (let i = 0; i < from.length; i += PIECE) {
    stopIfUnwanted();
    to.set(from.subarray(i, i + PIECE), at + i);
  }
}

/** Writes zeros to `to[from]` and after it, up to `to[end − 1]`. */
export function zeroInPieces(to: { fill(x: 0, from: number, end: number): unknown }, from: number, end: number): void {
  for (let i = from; i < end; i += PIECE) {
    stopIfUnwanted();
    to.fill(0, i, Math.min(end, i + PIECE));
  }
}
