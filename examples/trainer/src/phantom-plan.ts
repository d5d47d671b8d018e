// The plan for the skull phantom: the flap that craniotomyPaths frees, with a sinus and a nerve's canal to spare.

import { craniotomyPaths, skullPhantomFunction, skullVaultSphere } from 'kerf/datasets';
import type { Plan, Point } from './plan.ts';
import { cross, scaled, sum, unit } from './vectors.ts';

const { center } = skullVaultSphere;
/** Pieces per side of the flap, 3 mm each: their middles lie 0.02 mm below the surface. */
const PIECES = 10;
/** mm: the burr with which craniotomyPaths begins. */
const BURR = 8;
/** mm: half the width of the sinus, which touches the inner surface. */
const SINUS = 3;
const SINUS_PIECES = 6;
/** mm from the vault's centre: outside the bone in every direction that is asked for. */
const OUTSIDE = 100;
/** Each step leaves half of the way at most, since the rays meet the wall at less than 60° from its normal. */
const STEPS = 60;

export function phantomPlan(): Plan {
  const { burr, saw } = craniotomyPaths();
  // Each side is cut in one plane through the vault's centre; the third column of a saw's pose is the plane's normal.
  const sides = [0, 1, 2, 3].map((side) => column(saw, 4 * side, 2));
  const corners = sides.map((side, n) => unit(cross(sides[(n + 3) % 4], side)));
  const line = corners.flatMap((from, n) => {
    const to = corners[(n + 1) % 4];
    return Array.from({ length: PIECES }, (_, piece) => onSurface(between(from, to, piece / PIECES)));
  });
  return {
    name: 'Flap of 30 mm, left parietal bone',
    bone: null,
    line,
    outward: unit(rounded(corners.reduce(sum))),
    margin: 3,
    burrHole: { at: onSurface(column(burr, 0, 2)), diameter: BURR },
    structures: [
      { name: 'superior sagittal sinus', line: sinus(), radius: SINUS },
      { name: 'facial nerve', line: FACIAL_NERVE, radius: 1 },
    ],
    // The paths' blade comes 3.1 mm through the wall with its ends, beyond the corners.
    dura: 3.5,
  };
}

/** The canal of the left facial nerve: through the petrous ridge, behind the ear canal, down through the mastoid. */
const FACIAL_NERVE: readonly Point[] = [
  [24, -1, -45],
  [36, 4, -43],
  [44, 12, -43],
  [49, 16, -48],
  [50, 16, -58],
  [50, 14, -68],
];

/** From the forehead over the vault's top to the back, in the midline, below the inner surface. */
function sinus(): readonly Point[] {
  const ways = [unit([0, -8, 3]), unit([0, -1, 3]), unit([0, 2, 2]), unit([0, 6, -1])];
  return ways
    .flatMap((from, n) => {
      const to = ways[n + 1] ?? from;
      return Array.from({ length: to === from ? 1 : SINUS_PIECES }, (_, piece) =>
        between(from, to, piece / SINUS_PIECES),
      );
    })
    .map(belowInnerSurface);
}

/** The point in that direction from the vault's centre that lies the sinus's radius below the inner surface. */
function belowInnerSurface(way: Point): Point {
  return nearestPoint(way, 0, (f) => f - SINUS);
}

/** The point of the outer surface in that direction from the vault's centre. */
function onSurface(way: Point): Point {
  return nearestPoint(way, OUTSIDE, (f) => -f);
}

/**
 * Goes from `start` mm along a ray out of the vault's centre, each time as far as `step` says for the phantom's
 * function there. The function never exceeds the distance from the bone, so no step goes too far.
 */
function nearestPoint(way: Point, start: number, step: (f: number) => number): Point {
  const at = (t: number) => sum(center, scaled(way, t));
  let t = start;
  for (let n = 0; n < STEPS; n++) t += step(skullPhantomFunction(...at(t)));
  return rounded(at(t));
}

function between(from: Point, to: Point, share: number): Point {
  return unit(sum(scaled(from, 1 - share), scaled(to, share)));
}

/** To 0.01 mm, as a person would write it down: a link that carries the plan is shorter. */
function rounded([x, y, z]: Point): Point {
  const round = (a: number) => Math.round(100 * a) / 100 + 0;
  return [round(x), round(y), round(z)];
}

/** One of the first three columns of a pose of the path. */
function column(path: Float64Array, pose: number, k: number): Point {
  const at = 16 * pose + 4 * k;
  return [path[at], path[at + 1], path[at + 2]];
}
