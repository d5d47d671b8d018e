// A sweep of a sphere → its record on the GPU, in units of the surface's grid; or, without the GPU, the report that it
// touches nothing, or that the grid cannot hold it.
//
// The path is clipped to where the centre is within reach of the surface's box, so that a sphere coming from far away
// needs no coarser grid. Nothing is lost: outside, the centre is farther than sweepReach from every face. Nor is
// contact ever proved at the start of a clipped path, which is that far away.

import { sweepDepth, sweepReach, sweepSlack } from '#core';
import { type Grid, isFineEnough, widthsAbove, widthsBelow } from '#gpu';
import type { RecordWords, Written } from '#proximity';
import { SPHERE_SWEEP, UNITS_PER_WIDTH, wordOffsets, wordsOf } from '#records';

export const SWEEP_WORDS = wordsOf(SPHERE_SWEEP);
const AT = wordOffsets(SPHERE_SWEEP);

/**
 * @param magnitude of the surface. @param sweeps from, to, radius at this offset.
 */
export function writeSweep(
  grid: Grid,
  bounds: Float64Array,
  magnitude: number,
  sweeps: Float64Array,
  at: number,
  out: RecordWords,
  to: number,
): Written {
  let most = Math.max(magnitude, sweeps[at + 6]);
  for (let k = 0; k < 6; k++) most = Math.max(most, Math.abs(sweeps[at + k]));
  const radius = sweeps[at + 6];
  const slack = sweepSlack(most);
  // One slack beyond the reach covers the rounding of these times and points, 20u·M.
  const more = sweepReach(radius, slack) + slack;
  let entry = 0;
  let exit = 1;
  for (let k = 0; k < 3; k++) {
    const from = sweeps[at + k];
    const low = bounds[k] - more - from;
    const high = bounds[3 + k] + more - from;
    const way = sweeps[at + 3 + k] - from;
    if (way === 0) {
      if (low > 0 || high < 0) return 'apart';
      continue;
    }
    entry = Math.max(entry, Math.min(low / way, high / way));
    exit = Math.min(exit, Math.max(low / way, high / way));
  }
  if (entry > exit) return 'apart';
  if (!isFineEnough(grid, most)) return 'unfit';
  for (let k = 0; k < 3; k++) {
    const from = sweeps[at + k];
    const way = sweeps[at + 3 + k] - from;
    // Rounding to units is off by 1/2, the rest by 1/16: less than SWEEP_ERROR.
    const first = Math.round((from + entry * way - grid.origin[k]) / grid.unit);
    const last = Math.round(((exit === 1 ? sweeps[at + 3 + k] : from + exit * way) - grid.origin[k]) / grid.unit);
    if (Math.max(Math.abs(first), Math.abs(last)) > UNITS_PER_WIDTH / 2) return 'unfit';
    out.words[to + AT.fromX + k] = first;
    out.words[to + AT.toX + k] = last;
  }
  out.floats[to + AT.reach] = widthsAbove(grid, sweepReach(radius, slack));
  out.floats[to + AT.within] = widthsBelow(grid, sweepDepth(radius, slack));
  return 'written';
}
