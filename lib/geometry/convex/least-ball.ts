// Points → the centre of the smallest ball that holds them.
//
// The smallest ball rests on four points or fewer, its support (E. Welzl, "Smallest enclosing disks (balls and
// ellipsoids)", 1991). Each step takes the point farthest outside into the support and solves that small set again (B.
// Gärtner, "Fast and robust smallest enclosing balls", 1999). The ball of the support grows with each step and is never
// larger than the one sought, so once no point is outside, it is the one. A small set is solved by trial: the centres
// of the spheres through its subsets are compared by their distance from the set's farthest point, so no test has a
// tolerance.

import { cross, dot } from '#core';

/**
 * @param points xyz a point, mm, one at least. Points in a plane give the smallest circle.
 * @returns xyz, mm: as near to the centre as f64 resolves. The caller measures and rounds the radius.
 */
export function leastBall(points: Float64Array): Float64Array {
  let ball: SmallBall = { support: [0], centre: points.slice(0, 3), squared: 0 };
  for (;;) {
    const far = farthestFrom(points, ball.centre);
    if (!(squaredDistance(points, far, ball.centre) > ball.squared)) return ball.centre;
    const next = smallBall(points, ball.support, far);
    // Within rounding, a point can lie outside although the ball does not grow.
    if (!(next.squared > ball.squared)) return ball.centre;
    ball = next;
  }
}

interface SmallBall {
  readonly support: number[];
  readonly centre: Float64Array;
  /** The squared radius that holds the points it was made from. */
  readonly squared: number;
}

/** The smallest ball of a support and a point outside its ball, which is in the new support. */
function smallBall(points: Float64Array, support: readonly number[], far: number): SmallBall {
  const all = [...support, far];
  let best: SmallBall = { support: [far], centre: points.slice(3 * far, 3 * far + 3), squared: Number.MAX_VALUE };
  for (let chosen = 1; chosen < 2 ** support.length; chosen++) {
    const part = [far, ...support.filter((_, i) => ((chosen >> i) & 1) === 1)];
    if (part.length > 4) continue;
    const centre = centreOf(points, part);
    const squared = farthestOf(points, all, centre);
    if (squared < best.squared) best = { support: part, centre, squared };
  }
  return best;
}

/** The point equidistant from two, three or four points, in their line, plane or space; NaN if there is none. */
function centreOf(points: Float64Array, [p, q, r, s]: readonly number[]): Float64Array {
  const at = 3 * p;
  const b = edge(points, p, q);
  if (r === undefined) return Float64Array.from(b, (x, k) => points[at + k] + x / 2);
  const c = edge(points, p, r);
  const bc = cross(b, c);
  const d = s === undefined ? bc : edge(points, p, s);
  const [bb, cc, dd] = [dot(b, b), dot(c, c), s === undefined ? 0 : dot(d, d)];
  const [cd, db] = [cross(c, d), cross(d, b)];
  const twice = 2 * dot(b, cd);
  return Float64Array.from(bc, (x, k) => points[at + k] + (bb * cd[k] + cc * db[k] + dd * x) / twice);
}

function farthestFrom(points: Float64Array, centre: Float64Array): number {
  let [farthest, most] = [0, -1];
  for (let p = 0; p < points.length / 3; p++) {
    const squared = squaredDistance(points, p, centre);
    if (squared > most) [farthest, most] = [p, squared];
  }
  return farthest;
}

/** The squared distance of the farthest of some points; NaN if the centre is NaN. */
function farthestOf(points: Float64Array, some: readonly number[], centre: Float64Array): number {
  return some.reduce((most, p) => Math.max(most, squaredDistance(points, p, centre)), 0);
}

function squaredDistance(points: Float64Array, p: number, centre: Float64Array): number {
  const x = points[3 * p] - centre[0];
  const y = points[3 * p + 1] - centre[1];
  const z = points[3 * p + 2] - centre[2];
  return x * x + y * y + z * z;
}

type Vector = readonly [number, number, number];

function edge(points: Float64Array, p: number, q: number): Vector {
  return [points[3 * q] - points[3 * p], points[3 * q + 1] - points[3 * p + 1], points[3 * q + 2] - points[3 * p + 2]];
}
