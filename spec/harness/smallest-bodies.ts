// A few points → the smallest ball by trial of all supports, and small boxes and capsules by a long random search.

import { signed, unitVector } from './random-geometry.ts';

type Random = () => number;
type Vector = readonly [number, number, number];

export function vectorsOf(positions: ArrayLike<number>): Vector[] {
  return Array.from({ length: positions.length / 3 }, (_, i) => [
    positions[3 * i],
    positions[3 * i + 1],
    positions[3 * i + 2],
  ]);
}

const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const plus = (a: Vector, b: Vector, t = 1): Vector => [a[0] + t * b[0], a[1] + t * b[1], a[2] + t * b[2]];
const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const unit = (a: Vector): Vector => plus([0, 0, 0], a, 1 / Math.sqrt(dot(a, a)));

/** The radius of the smallest ball: the least over centres equidistant from two, three or four of the points. */
export function leastBallByTrial(points: readonly Vector[]): number {
  let least = Number.POSITIVE_INFINITY;
  const reach = (centre: Vector) => Math.max(...points.map((p) => Math.sqrt(dot(minus(p, centre), minus(p, centre)))));
  const extend = (part: readonly Vector[], from: number) => {
    const centre = centreOf(part);
    if (centre !== null) least = Math.min(least, reach(centre));
    if (part.length < 4) for (let i = from; i < points.length; i++) extend([...part, points[i]], i + 1);
  };
  points.forEach((p, i) => {
    extend([p], i + 1);
  });
  return least;
}

/** Gram–Schmidt: each further point adds a direction, along which the centre moves until that point is equally far. */
function centreOf([first, ...others]: readonly Vector[]): Vector | null {
  let centre = first;
  const ways: Vector[] = [];
  for (const p of others) {
    const edge = minus(p, first);
    const way = ways.reduce((left, w) => plus(left, w, -dot(edge, w)), edge);
    if (dot(way, way) <= 1e-20 * dot(edge, edge)) return null;
    const e = unit(way);
    const toPoint = minus(p, centre);
    const squared = dot(minus(first, centre), minus(first, centre));
    centre = plus(centre, e, (dot(toPoint, toPoint) - squared) / (2 * dot(toPoint, e)));
    ways.push(e);
  }
  return centre;
}

/** The volume of a small oriented box. @param starts random rotations, of which a tenth are refined. */
export function leastBoxBySearch(random: Random, points: readonly Vector[], starts: number): number {
  const volume = (axes: readonly Vector[]) =>
    axes.reduce((product, axis) => {
      const heights = points.map((p) => dot(p, axis));
      return product * (Math.max(...heights) - Math.min(...heights));
    }, 1);
  const frame = (x: Vector, other: Vector): Vector[] => {
    const y = unit(plus(other, x, -dot(other, x)));
    return [x, y, [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]]];
  };
  const boxes = Array.from({ length: starts }, () => frame(unitVector(random), unitVector(random)));
  const sized = boxes.map((axes) => ({ axes, size: volume(axes) })).sort((a, b) => a.size - b.size);
  return Math.min(
    ...sized
      .slice(0, Math.ceil(starts / 10))
      .map(({ axes }) =>
        climb(
          random,
          axes,
          ([x, y], step) => frame(unit(plus(x, unitVector(random), step)), plus(y, unitVector(random), step)),
          volume,
        ),
      ),
  );
}

/** The volume of a small capsule. @param starts random axes. */
export function leastCapsuleBySearch(random: Random, points: readonly Vector[], starts: number): number {
  const volume = ([a, b]: readonly Vector[]) => {
    const way = minus(b, a);
    const squared = dot(way, way);
    const radius = Math.max(
      ...points.map((p) => {
        const t = squared > 0 ? Math.min(1, Math.max(0, dot(minus(p, a), way) / squared)) : 0;
        const off = minus(p, plus(a, way, t));
        return Math.sqrt(dot(off, off));
      }),
    );
    return Math.PI * radius ** 2 * (Math.sqrt(squared) + (4 / 3) * radius);
  };
  const near = () => points[Math.floor(random() * points.length)];
  return Math.min(
    ...Array.from({ length: starts }, () =>
      climb(
        random,
        [near(), near()],
        ([a, b], step) => [plus(a, unitVector(random), step), plus(b, unitVector(random), step * signed(random))],
        volume,
      ),
    ),
  );
}

/** Random steps, kept if they lead down. The step size grows after such a step and shrinks after any other. */
function climb<Place>(
  random: Random,
  start: Place,
  moved: (place: Place, step: number) => Place,
  size: (place: Place) => number,
): number {
  let place = start;
  let least = size(place);
  for (let step = 0.3; step > 1e-6; ) {
    const next = moved(place, step * random());
    const nextSize = size(next);
    if (nextSize < least) [place, least, step] = [next, nextSize, Math.min(1, step * 1.5)];
    else step *= 0.97;
  }
  return least;
}
