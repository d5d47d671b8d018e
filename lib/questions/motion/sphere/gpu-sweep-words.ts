// A sweep of a sphere → its record on the GPU, in units of the surface's grid; or, without the GPU, the report that it
// touches nothing, or that the grid cannot hold it.
//
// The path is clipped to where the centre is within reach of the surface's box, so that a sphere coming from far away
// needs no coarser grid. Nothing is lost: outside, the centre is farther than sweepReach from every face. Nor is
// contact ever proved at the start of a clipped path, which is that far away.

import { sweepDepth, sweepReach, sweepSlack } from '#core';
import { type Grid, isFineEnough, makeGrid, toGrid, widthsAbove, widthsBelow } from '#gpu';
import type { SearchedSurface } from '#proximity';
import { FACE_POINTS, SPHERE_SWEEP, UNITS_PER_WIDTH, wordOffsets, wordsOf } from '#records';

export const SWEEP_WORDS = wordsOf(SPHERE_SWEEP);
const AT = wordOffsets(SPHERE_SWEEP);
const POINT_WORDS = wordsOf(FACE_POINTS);
/** Spheres up to this many times as large as the surface fit into its grid. */
const LARGEST_SHARE = 2;
const NO_TOOL = new Float64Array(6);

/** @param bounds of the surface: low x, y, z, high x, y, z. */
export function sweepGrid(bounds: Float64Array): Grid {
  const size = Math.max(bounds[3] - bounds[0], bounds[4] - bounds[1], bounds[5] - bounds[2]);
  return makeGrid(bounds, NO_TOOL, LARGEST_SHARE * size);
}

/** FACE_POINTS of all faces, in the order of the tree. */
export function facePoints({ positions, faces, bvh }: SearchedSurface, { origin, unit }: Grid): Int32Array {
  const vertices = new Int32Array(positions.length);
  toGrid(positions, origin, unit, vertices);
  const out = new Int32Array(POINT_WORDS * bvh.count);
  for (let i = 0; i < out.length; i++) {
    const corner = Math.floor((i % POINT_WORDS) / 3);
    out[i] = vertices[3 * faces[3 * bvh.order[Math.floor(i / POINT_WORDS)] + corner] + (i % 3)];
  }
  return out;
}

/**
 * @param magnitude of the surface. @param sweeps from, to, radius at this offset.
 * @param out where the record is written, and the same bytes as f32.
 */
export function writeSweep(
  grid: Grid,
  bounds: Float64Array,
  magnitude: number,
  sweeps: Float64Array,
  at: number,
  out: { readonly words: Int32Array; readonly floats: Float32Array },
  to: number,
): 'written' | 'apart' | 'unfit' {
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
