// Points → the axis of a small capsule that holds them.
//
// For a given direction the capsule is built on the smallest circle that holds the points seen along it. With that
// radius, or a larger one, each point limits how far in the ends may be:
//
//      ┌ s ┐            s = √(r² − ρ²), ρ the point's distance from the axis, t its place along it
//    ╭───────────╮
//    │ ●─┼─────┼ │      the lower end is ≤ t + s of every point, the upper one ≥ t − s
//    ╰───────────╯
//
// The best of a coarse set of directions, and the smallest ball, are improved by climbing: both ends of the axis are
// moved at random, and moves that make the capsule smaller are kept; steps grow if they succeed and shrink if they fail
// (I. Rechenberg, "Evolutionsstrategie", 1973: one parent, one child). The random stream is seeded: the same points
// give the same capsule. Its volume is the least that this search finds; the spec says how far it is from the best of a
// longer search.

import { alignedAxes, mulberry32 } from '#core';
import { leastBall } from './least-ball.ts';
import { searchFewPoints } from './working-points.ts';

/** How many of these capsules the climbing starts from. */
const STARTS = 10;
/** Radii tried for a direction, from the circle's to a ball's; then between neighbours. */
const RADII = 6;
const ZOOMS = 2;
/** Steps: the first and the last as shares of the radius; factors after success and failure. */
const FIRST_STEP = 0.25;
const LAST_STEP = 1e-6;
const GROWTH = 1.5;
const SHRINKAGE = 0.97;
/** Share of the volume: climbing restarts from the best as long as that gains this much. */
const GAIN = 1e-4;
const SEED = 19;
/** Share of the radius: points outside by less are not examined again. */
const OUTSIDE = 1e-9;

interface Capsule {
  /** xyz of both ends of the axis, mm. */
  readonly ends: Float64Array;
  readonly radius: number;
  /** Volume over π, mm³. */
  readonly size: number;
}

/**
 * @param points xyz per point, mm, near the origin.
 * @returns xyz of the ends of the axis, mm; they may be equal. The caller measures and rounds the radius.
 */
export function leastCapsuleEnds(points: Float64Array): Float64Array {
  return searchFewPoints(points, search, (guess) => {
    const { ends, size } = capsuleAbout(points, guess.ends);
    return { body: ends, size, outside: pointsOutside(points, guess) };
  });
}

/** For a few points. */
function search(few: Float64Array): Capsule {
  const capsules = directionsFor(few).map((direction) => capsuleAlong(few, direction));
  const centre = leastBall(few);
  capsules.push(capsuleAbout(few, Float64Array.of(...centre, ...centre)));
  capsules.sort((a, b) => a.size - b.size);
  const random = mulberry32(SEED);
  const tops = capsules.slice(0, STARTS).map((capsule) => climbed(few, capsule, random));
  let best = tops.reduce((least, capsule) => (capsule.size < least.size ? capsule : least));
  for (let again = climbed(few, best, random); again.size < (1 - GAIN) * best.size; again = climbed(few, best, random))
    best = again;
  return best;
}

function climbed(few: Float64Array, start: Capsule, random: () => number): Capsule {
  let best = start;
  const least = LAST_STEP * start.radius;
  for (let step = FIRST_STEP * start.radius; step > least; ) {
    const next = capsuleAbout(
      few,
      best.ends.map((x) => x + step * (2 * random() - 1)),
    );
    step *= next.size < best.size ? GROWTH : SHRINKAGE;
    if (next.size < best.size) best = next;
  }
  return best;
}

/** The capsule about an axis. */
function capsuleAbout(points: Float64Array, ends: Float64Array): Capsule {
  let most = 0;
  for (let p = 0; p < points.length / 3; p++) most = Math.max(most, squaredDistance(points, p, ends));
  const radius = Math.sqrt(most);
  return { ends, radius, size: most * (Math.sqrt(squaredLength(ends)) + (4 / 3) * radius) };
}

/** Squared distance of a point from an axis. */
function squaredDistance(points: Float64Array, p: number, ends: Float64Array): number {
  const t = shareAlong(points, p, ends);
  const x = points[3 * p] - ends[0] - t * (ends[3] - ends[0]);
  const y = points[3 * p + 1] - ends[1] - t * (ends[4] - ends[1]);
  const z = points[3 * p + 2] - ends[2] - t * (ends[5] - ends[2]);
  return x * x + y * y + z * z;
}

/** Where on the axis a point is nearest: 0 at its first end, 1 at its second. */
function shareAlong(points: Float64Array, p: number, ends: Float64Array): number {
  const squared = squaredLength(ends);
  if (!(squared > 0)) return 0;
  const along =
    (points[3 * p] - ends[0]) * (ends[3] - ends[0]) +
    (points[3 * p + 1] - ends[1]) * (ends[4] - ends[1]) +
    (points[3 * p + 2] - ends[2]) * (ends[5] - ends[2]);
  return Math.min(1, Math.max(0, along / squared));
}

function squaredLength(ends: Float64Array): number {
  return (ends[3] - ends[0]) ** 2 + (ends[4] - ends[1]) ** 2 + (ends[5] - ends[2]) ** 2;
}

/** Directions to lattice points on half of a cube's surface, and along the diameter of the points. */
function directionsFor(few: Float64Array): Float64Array[] {
  const directions = [diameterOf(few)];
  for (let x = -2; x <= 2; x++)
    for (let y = -2; y <= 2; y++)
      for (let z = 0; z <= 2; z++) {
        const isFirst = z > 0 || y > 0 || (y === 0 && x > 0);
        if (isFirst && Math.max(Math.abs(x), Math.abs(y), z) === 2) directions.push(unit(x, y, z));
      }
  return directions;
}

function diameterOf(few: Float64Array): Float64Array {
  let way: Float64Array = Float64Array.of(0, 0, 1);
  let most = 0;
  for (let p = 3; p < few.length; p += 3)
    for (let q = 0; q < p; q += 3) {
      const [x, y, z] = [0, 1, 2].map((k) => few[q + k] - few[p + k]);
      const squared = x * x + y * y + z * z;
      if (squared > most) [way, most] = [unit(x, y, z), squared];
    }
  return way;
}

/** The smallest capsule found with the given direction of its axis. */
function capsuleAlong(points: Float64Array, direction: Float64Array): Capsule {
  const axes = new Float64Array(9);
  alignedAxes(direction[0], direction[1], direction[2], axes);
  const plane = new Float64Array(points.length);
  const heights = new Float64Array(points.length / 3);
  for (let p = 0; p < heights.length; p++) {
    heights[p] = along(points, p, axes, 0);
    plane[3 * p] = along(points, p, axes, 3);
    plane[3 * p + 1] = along(points, p, axes, 6);
  }
  const centre = leastBall(plane);
  const squares = heights.map((_, p) => (plane[3 * p] - centre[0]) ** 2 + (plane[3 * p + 1] - centre[1]) ** 2);
  let low = Math.sqrt(squares.reduce((most, x) => Math.max(most, x), 0));
  let high = widestRadius(heights, squares);
  let best = fitted(heights, squares, low);
  for (let zoom = 0; zoom < ZOOMS; zoom++) {
    const step = (high - low) / RADII;
    for (let i = 0; i <= RADII; i++) {
      const next = fitted(heights, squares, low + i * step);
      if (next.size < best.size) best = next;
    }
    [low, high] = [Math.max(low, best.radius - step), Math.min(high, best.radius + step)];
  }
  const ends = Float64Array.from({ length: 6 }, (_, i) => {
    const height = i < 3 ? best.low : best.high;
    return height * axes[i % 3] + centre[0] * axes[3 + (i % 3)] + centre[1] * axes[6 + (i % 3)];
  });
  return { ends, radius: best.radius, size: best.size };
}

/** The radius with which the capsule is a ball. */
function widestRadius(heights: Float64Array, squares: Float64Array): number {
  const middle = (heights.reduce((a, b) => Math.min(a, b)) + heights.reduce((a, b) => Math.max(a, b))) / 2;
  return Math.sqrt(squares.reduce((most, x, p) => Math.max(most, x + (heights[p] - middle) ** 2), 0));
}

/** The shortest capsule of a given radius, which is not below the circle's, except by rounding. */
function fitted(heights: Float64Array, squares: Float64Array, radius: number) {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let p = 0; p < heights.length; p++) {
    const inward = Math.sqrt(Math.max(0, radius * radius - squares[p]));
    low = Math.min(low, heights[p] + inward);
    high = Math.max(high, heights[p] - inward);
  }
  if (low > high) low = high = (low + high) / 2;
  return { low, high, radius, size: radius * radius * (high - low + (4 / 3) * radius) };
}

/** The farthest point outside in each of 24 parts: beyond one end, beside, beyond the other, eight octants each. */
function pointsOutside(points: Float64Array, { ends, radius }: Capsule): Set<number> {
  const farthest = new Map<number, { p: number; squared: number }>();
  for (let p = 0; p < points.length / 3; p++) {
    const squared = squaredDistance(points, p, ends);
    if (!(squared > (radius * (1 + OUTSIDE)) ** 2)) continue;
    const t = shareAlong(points, p, ends);
    const octant = [0, 1, 2].reduce(
      (sum, k) => sum + (points[3 * p + k] > ends[k] + t * (ends[3 + k] - ends[k]) ? 2 ** k : 0),
      0,
    );
    const part = octant + (t === 0 ? 8 : t === 1 ? 16 : 0);
    if (squared > (farthest.get(part)?.squared ?? 0)) farthest.set(part, { p, squared });
  }
  return new Set([...farthest.values()].map(({ p }) => p));
}

function along(points: Float64Array, p: number, axes: Float64Array, at: number): number {
  return points[3 * p] * axes[at] + points[3 * p + 1] * axes[at + 1] + points[3 * p + 2] * axes[at + 2];
}

function unit(x: number, y: number, z: number): Float64Array {
  const length = Math.sqrt(x * x + y * y + z * z);
  return Float64Array.of(x / length, y / length, z / length);
}
