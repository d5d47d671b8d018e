// What every method of the broad phase promises.

/** One way to find all overlapping pairs among boxes that it was made for and that are changed in place. */
export interface PairFinder {
  /** To be called when boxes have changed. */
  update(): void;
  /** i, j, i, j, … of all pairs i < j whose closed boxes share a point, ascending. */
  pairs(): Uint32Array;
}
