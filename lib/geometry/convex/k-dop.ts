// Points and a set of directions → the vertices of the k-DOP that holds the points.
//
// A k-DOP is the intersection of k half-spaces with fixed normals, in pairs (J. T. Klosowski et al., "Efficient
// collision detection using bounding volume hierarchies of k-DOPs", 1998). Here all of it is in integers, so its
// vertices are exact: nothing is cut off, and a vertex shared by many planes stays one.
//
//   n, of 0 and ±1      |n·p| ≤ 3·max|p|
//   d = max n·p         exact: coordinates are multiples of four units, and so is d
//   v = A·(d, e, f)/D   three planes meet; |A| ≤ 2 and D is ±1, ±2, ±3 or ±4: an integer if D is not ±3
//
// D = ±3 gives no vertex of its own: a fourth normal m is then the sum of a third or two thirds of each of the three
// (the spec tries them all). The point of the set farthest along m is inside the three planes: so v is at least as far
// along m. If v is a vertex, it lies in the plane of m too, which meets two of the three with D = ±1 or ±2.

import { cross, dot } from '#core';

const AXES = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
] as const;
const CORNERS = [
  [1, 1, 1],
  [1, 1, -1],
  [1, -1, 1],
  [-1, 1, 1],
] as const;
const EDGES = [
  [1, 1, 0],
  [1, -1, 0],
  [1, 0, 1],
  [1, 0, -1],
  [0, 1, 1],
  [0, 1, -1],
] as const;

type Direction = readonly [number, number, number];

/** One of each pair of normals, by k. */
export const DOP_DIRECTIONS: Readonly<Record<6 | 14 | 18 | 26, readonly Direction[]>> = {
  6: AXES,
  14: [...AXES, ...CORNERS],
  18: [...AXES, ...EDGES],
  26: [...AXES, ...EDGES, ...CORNERS],
};

/** Coordinates are multiples of this many units, the common multiple of the D that give vertices. */
const STEP = 4;
/** No coordinate has more units than 2^this: a vertex takes sums up to 18 times as large, and 18·(2^48 + 8) < 2^53. */
const UNIT_BITS = 48;

/**
 * Let M be the largest magnitude of a coordinate. If all coordinates are multiples of four units, which are 2^-46 of a
 * power of 2 ≥ M, the result is exactly the k-DOP of the points. In single precision they nearly always are. Otherwise
 * each point is replaced by a cube about it: two units to its nearest multiple, and four more, the least that keeps the
 * supports multiples. The cube holds the point, and no support grows by more than 6·3 units < 2^-42·M.
 * @param points xyz a point, mm, one at least.
 * @returns xyz a vertex, mm; some may appear twice.
 */
export function kDopVertices(points: Float64Array, k: 6 | 14 | 18 | 26): Float64Array {
  const unit = unitOf(points);
  const directions = DOP_DIRECTIONS[k].flatMap((n) => [n, n.map((x) => 0 - x) as unknown as Direction]);
  const supports = supportsOf(points, unit, directions);
  const vertices: number[] = [];
  for (let i = 0; i < k; i++)
    for (let j = 0; j < i; j++)
      for (let l = 0; l < j; l++) {
        const vertex = meetingPoint(directions, supports, i, j, l);
        if (vertex !== null && isInside(directions, supports, vertex)) for (const x of vertex) vertices.push(x * unit);
      }
  return Float64Array.from(vertices);
}

/** The least power of 2 such that no magnitude exceeds 2^48 of it; 1 if all are 0. */
function unitOf(points: Float64Array): number {
  let largest = 0;
  for (const x of points) largest = Math.max(largest, Math.abs(x));
  if (largest === 0) return 1;
  let power = 1;
  while (power < largest) power *= 2;
  while (power / 2 >= largest) power /= 2;
  return power * 2 ** -UNIT_BITS;
}

/** Extent of the points along each direction, in units; with their cubes if not all are multiples of STEP. */
function supportsOf(points: Float64Array, unit: number, directions: readonly Direction[]): number[] {
  const steps = points.map((x) => Math.round(x / (STEP * unit)));
  const isExact = steps.every((n, i) => n * STEP * unit === points[i]);
  return directions.map(([x, y, z]) => {
    let most = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < steps.length; i += 3) most = Math.max(most, x * steps[i] + y * steps[i + 1] + z * steps[i + 2]);
    return STEP * (isExact ? most : most + Math.abs(x) + Math.abs(y) + Math.abs(z));
  });
}

/** The point in which three planes meet, in units; null if there is none, or it is not needed. */
function meetingPoint(
  directions: readonly Direction[],
  supports: readonly number[],
  i: number,
  j: number,
  l: number,
): Direction | null {
  const [a, b, c] = [
    cross(directions[j], directions[l]),
    cross(directions[l], directions[i]),
    cross(directions[i], directions[j]),
  ];
  const determinant = dot(directions[i], a);
  if (determinant === 0 || Math.abs(determinant) === 3) return null;
  const at = (axis: 0 | 1 | 2) =>
    (supports[i] * a[axis] + supports[j] * b[axis] + supports[l] * c[axis]) / determinant + 0;
  return [at(0), at(1), at(2)];
}

/** The axes come first: no sum beyond them rounds. */
function isInside(directions: readonly Direction[], supports: readonly number[], vertex: Direction): boolean {
  return directions.every((n, i) => dot(n, vertex) <= supports[i]);
}
