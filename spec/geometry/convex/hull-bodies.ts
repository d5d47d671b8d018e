// A stream of uniform numbers → convex bodies of the kinds that closest-feature searches fail on.

import { convexHull } from '#convex/convex-hull.ts';
import { ConvexBody } from '#convex';
import { rigidPose, unitVector } from '#harness/random-geometry.ts';

type Random = () => number;

/** The hull of points, its vertices numbered in the order of `order`. */
export function hullBody(
  coordinates: ArrayLike<number>,
  order: (count: number) => number[] = (n) => [...Array(n).keys()],
) {
  const all = Float64Array.from(coordinates);
  const { vertices, faces } = convexHull(all);
  const placeOf = order(vertices.length);
  const points = new Float64Array(3 * vertices.length);
  for (let i = 0; i < vertices.length; i++)
    points.set(all.subarray(3 * vertices[i], 3 * vertices[i] + 3), 3 * placeOf[i]);
  return new ConvexBody(
    'hull',
    points,
    faces.map((v) => placeOf[v]),
  );
}

/** A random order of the numbers below n. */
export function shuffledOrder(random: Random, n: number): number[] {
  const keys = Array.from({ length: n }, () => random());
  const ranked = [...keys.keys()].sort((i, j) => keys[i] - keys[j]);
  return keys.map((_, i) => ranked.indexOf(i));
}

/**
 * A pose, turned or not, that brings a vertex, edge or face of b onto one of a up to rounding, or half of the time one
 * last place of a coordinate off. The bodies touch or overlap there.
 */
export function kissingPose(random: Random, a: ConvexBody, b: ConvexBody): Float64Array {
  const pose = Float64Array.from(
    random() < 0.5 ? rigidPose(random, 0) : [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
  );
  const onto = pointOf(random, a);
  const from = pointOf(random, b);
  for (let k = 0; k < 3; k++)
    pose[12 + k] = onto[k] - (pose[k] * from[0] + pose[4 + k] * from[1] + pose[8 + k] * from[2]);
  if (random() < 0.5) pose[12 + Math.floor(3 * random())] *= 1 + (random() < 0.5 ? 1 : -1) * 2 ** -52;
  return pose;
}

/** A vertex, a point between two of them or within three, of one face if there are any. */
function pointOf(random: Random, { points, faces }: ConvexBody): number[] {
  const at = 3 * Math.floor((random() * faces.length) / 3);
  const corner = (i: number) => (faces.length > 0 ? faces[at + i] : Math.floor((random() * points.length) / 3));
  const corners = Array.from({ length: 1 + Math.floor(3 * random()) }, (_, i) => corner(i));
  const weights = corners.map(() => random() + 0.01);
  const whole = weights.reduce((sum, weight) => sum + weight);
  return [0, 1, 2].map((k) => corners.reduce((sum, v, i) => sum + (weights[i] * points[3 * v + k]) / whole, 0));
}

const onSphere = (random: Random, n: number) => Array.from({ length: n }, () => unitVector(random)).flat();
const flattened = (points: number[]) => points.map((x, i) => (i % 3 === 2 ? 0 : x));
const onGrid = (random: Random, n: number) => Array.from({ length: 3 * n }, () => Math.floor(4 * random()) - 1.5);

export const HULL_KINDS = {
  'sphere 8': (random: Random) => onSphere(random, 8),
  'sphere 30': (random: Random) => onSphere(random, 30),
  'sphere 100': (random: Random) => onSphere(random, 100),
  tetrahedron: (random: Random) => onSphere(random, 4),
  box: (random: Random) => boxCorners([0, 1, 2].map(() => Math.ceil(3 * random()) / 2)),
  grid: (random: Random) => onGrid(random, 12),
  prism: (random: Random) => prismCorners(3 + Math.floor(8 * random())),
  polygon: (random: Random) => flattened(onSphere(random, 7)),
  'flat grid': (random: Random) => flattened(onGrid(random, 9)),
  triangle: (random: Random) => onSphere(random, 3),
  segment: (random: Random) => onSphere(random, 2),
  'grid segment': (random: Random) => onGrid(random, 2),
  point: (random: Random) => onGrid(random, 1),
} as const;
export type HullKind = keyof typeof HULL_KINDS;
export const HULL_KIND_NAMES = Object.keys(HULL_KINDS) as HullKind[];

function boxCorners(size: readonly number[]): number[] {
  return Array.from({ length: 8 }, (_, c) => size.map((side, k) => (((c >> k) & 1) === 1 ? side : -side))).flat();
}

function prismCorners(n: number): number[] {
  return Array.from({ length: n }, (_, i) => {
    const [x, y] = [Math.cos((2 * Math.PI * i) / n), Math.sin((2 * Math.PI * i) / n)];
    return [x, y, -0.5, x, y, 0.5];
  }).flat();
}
