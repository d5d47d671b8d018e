// Active faces of both bodies → the rows that each of several threads measures, in order, with about equal work.
//
//   bone's rows          tool's rows
//   ├────────┬───────────┼─┬──────────────┤      cut where the weight before a row reaches these threads' share of all
//   thread 0      1            2

import type { FaceDivisions } from '#divisions';
import type { ActiveFaces } from '#records';

/** Thread 0's share as a fraction of another's: it also finds the penetration and makes the contacts. */
const FIRST_PART = 0.7;

interface SideRows {
  readonly active: ActiveFaces;
  /** How the body's faces are divided. */
  readonly divided: FaceDivisions;
}

/** Rows of a side: from … to − 1. */
export interface RowRange {
  readonly from: number;
  readonly to: number;
}

/**
 * The share of thread k of n, a range for each side. Shares of the same sides follow each other and leave no row out,
 * since every thread finds the same rows.
 */
export function rowShare(sides: readonly SideRows[], k: number, n: number): RowRange[] {
  const total = sides.reduce((sum, side) => sum + weightBefore(side, side.active.rows.length), 0);
  const weightUpTo = (thread: number): number => (total * Math.max(0, thread - 1 + FIRST_PART)) / (n - 1 + FIRST_PART);
  let before = 0;
  return sides.map((side) => {
    const from = k === 0 ? 0 : firstFrom(side, before, weightUpTo(k));
    const to = k === n - 1 ? side.active.rows.length : firstFrom(side, before, weightUpTo(k + 1));
    before += weightBefore(side, side.active.rows.length);
    return { from, to };
  });
}

/** Approximate number of tests for a row: one a leaf, if all of the face is in contact, and one a near face. */
function weightOf({ active, divided }: SideRows, row: number): number {
  const { face, count } = active.rows.columns;
  const node = divided.nodeOf(face[row]);
  return divided.divisions.leaves[node] + count[row];
}

function weightBefore(side: SideRows, end: number): number {
  let sum = 0;
  for (let row = 0; row < end; row++) sum += weightOf(side, row);
  return sum;
}

/** The first row before which there is at least `weight`, counted from `before` on. */
function firstFrom(side: SideRows, before: number, weight: number): number {
  let sum = before;
  let row = 0;
  for (; row < side.active.rows.length && sum < weight; row++) sum += weightOf(side, row);
  return row;
}
