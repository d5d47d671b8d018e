// A ray, or a point → its record on the GPU, in units of the surface's grid; or, without the GPU, the report that no
// face can matter, or that the grid cannot hold it.
//
// Of a ray the part in a cube about the surface is asked about, so that an origin far away needs no coarser grid:
//
//     ┌ cube ──────────┐       The cube's faces are 2^28 units from the grid's origin, the surface's box at most 2^29 /
//     │    ┌ box ┐     │       5.12. So the part of a ray that meets the box is at least 2^28 − 2^29 / 5.12 > 2^27
//  ───●────┼─────┼──●──┤       units long along the axis along which it goes farthest, wherever it begins.
//   from   └─────┘  to │
//     └────────────────┘

import { f32Above, UNIT_ROUNDOFF, vectorLength } from '#core';
import type { Grid } from '#gpu';
import type { RecordWords, Written } from '#proximity';
import { FIXED_POINT_BITS, SURFACE_POINT, SURFACE_RAY, UNITS_PER_WIDTH, wordOffsets, wordsOf } from '#records';

export const RAY_WORDS = wordsOf(SURFACE_RAY);
export const POINT_WORDS = wordsOf(SURFACE_POINT);
const RAY_AT = wordOffsets(SURFACE_RAY);
const POINT_AT = wordOffsets(SURFACE_POINT);
/** Half the cube's edge, units. */
const CUBE = UNITS_PER_WIDTH / 4;
/** A part of a ray that is shorter along its axis, in units, does not meet the box. */
const LEAST_LENGTH = CUBE / 4;
/** Farther than the corners of the grid are apart, in widths. */
const ALL = 4;
/**
 * The share by which a limit is raised. Of what a caller computes from coordinates and a direction, a few roundings may
 * be missing: 2^-40 covers them many times.
 */
const LIMIT_SHARE = 1 + 2 ** -40;

/** The coordinate of the largest magnitude. */
export function magnitudeAt(numbers: Float64Array, at: number): number {
  return Math.max(Math.abs(numbers[at]), Math.abs(numbers[at + 1]), Math.abs(numbers[at + 2]));
}

/**
 * The ends from and to have errors of at most SWEEP_ERROR. With M ≥ all coordinates, the cube's half edge is at most
 * 6·M (2^28 units, of which the box's half takes a tenth of 2^29 at least), and the origin's distance to the cube's
 * points 8·M per coordinate: a quotient, a product, a sum and a difference of at most 8·M each, 32u·M, an eighth of a
 * unit if the grid is fine enough (256u·M ≤ unit); rounding, 1/2.
 *
 * @param isFine whether the grid is fine enough at coordinates of a size. @param rays origin, direction at this offset.
 * @param farthest mm along the ray.
 */
export function writeRay(
  { origin, unit }: Grid,
  isFine: (magnitude: number) => boolean,
  rays: Float64Array,
  at: number,
  farthest: number,
  { words, floats }: RecordWords,
  to: number,
): Written {
  if (!isFine(magnitudeAt(rays, at))) return 'unfit';
  const largest = magnitudeAt(rays, at + 3);
  const axis = [0, 1, 2].findIndex((k) => Math.abs(rays[at + 3 + k]) === largest);
  // In multiples of the direction that goes 1 mm along the axis; from and to are the points there, whatever rounds.
  let entry = 0;
  let exit = Number.POSITIVE_INFINITY;
  for (let k = 0; k < 3; k++) {
    const low = origin[k] - CUBE * unit - rays[at + k];
    const high = origin[k] + CUBE * unit - rays[at + k];
    const way = rays[at + 3 + k] / largest;
    if (way === 0) {
      if (low > 0 || high < 0) return 'apart';
      continue;
    }
    entry = Math.max(entry, Math.min(low / way, high / way));
    exit = Math.min(exit, Math.max(low / way, high / way));
  }
  if (entry > exit) return 'apart';
  for (let k = 0; k < 3; k++) {
    const way = rays[at + 3 + k] / largest;
    words[to + RAY_AT.fromX + k] = Math.round((rays[at + k] + entry * way - origin[k]) / unit);
    words[to + RAY_AT.toX + k] = Math.round((rays[at + k] + exit * way - origin[k]) / unit);
  }
  if (Math.abs(words[to + RAY_AT.toX + axis] - words[to + RAY_AT.fromX + axis]) < LEAST_LENGTH) return 'apart';
  const slope = (k: number) =>
    Math.round((rays[at + 3 + ((axis + k) % 3)] / rays[at + 3 + axis]) * 2 ** FIXED_POINT_BITS);
  words[to + RAY_AT.axis] = axis;
  words[to + RAY_AT.slopeU] = slope(1);
  words[to + RAY_AT.slopeV] = slope(2);
  floats[to + RAY_AT.latest] = f32Above(latestOf(rays, at + 3, largest, farthest, entry, exit));
  return 'written';
}

/**
 * The limit as a fraction of the way from entry to exit; below 0 if it comes well before the entry. LIMIT_SHARE keeps
 * the limit above the exact one. Differences of numbers of at most 8·M then round by 8u·M each, less than a unit in
 * all, of a way of at least LEAST_LENGTH units.
 */
function latestOf(
  rays: Float64Array,
  at: number,
  largest: number,
  farthest: number,
  entry: number,
  exit: number,
): number {
  const length = vectorLength(rays[at] / largest, rays[at + 1] / largest, rays[at + 2] / largest);
  const last = Math.min((farthest / length) * LIMIT_SHARE, exit);
  return Math.min((last - entry) / (exit - entry) + 1 / LEAST_LENGTH, 1);
}

/**
 * A point's coordinates have errors of 1/2 and of a difference, 2u·M: less than SWEEP_ERROR.
 *
 * @param isFine as for a ray. @param bounds of the surface. @param points x, y, z at this offset. @param farthest mm.
 */
export function writePoint(
  { origin, unit }: Grid,
  isFine: (magnitude: number) => boolean,
  bounds: Float64Array,
  points: Float64Array,
  at: number,
  farthest: number,
  { words, floats }: RecordWords,
  to: number,
): Written {
  const most = farthest * LIMIT_SHARE;
  // A difference errs by u of itself.
  for (let k = 0; k < 3; k++) {
    const gap = Math.max(bounds[k] - points[at + k], points[at + k] - bounds[3 + k]);
    if (gap * (1 - 2 * UNIT_ROUNDOFF) > most) return 'apart';
  }
  if (!isFine(magnitudeAt(points, at))) return 'unfit';
  for (let k = 0; k < 3; k++) {
    const x = Math.round((points[at + k] - origin[k]) / unit);
    if (Math.abs(x) > UNITS_PER_WIDTH / 2) return 'unfit';
    words[to + POINT_AT.x + k] = x;
  }
  floats[to + POINT_AT.farthest] = f32Above(Math.min(most / unit / UNITS_PER_WIDTH, ALL));
  return 'written';
}
