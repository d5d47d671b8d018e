// 18 coordinates → two triangles in integers, and the exact relative positions of their corners, edges and planes.

import { cross, dot, type IntegerPoint, minus, onGrid, pointAt } from '#harness/exact-grid.ts';

export type Triangle = readonly [IntegerPoint, IntegerPoint, IntegerPoint];
export interface ExactPair {
  readonly a: Triangle;
  readonly b: Triangle;
}

const orders = [
  [0, 1, 2],
  [1, 2, 0],
  [2, 0, 1],
  [0, 2, 1],
  [2, 1, 0],
  [1, 0, 2],
] as const;

/** The pair on its own grid, with the first corner as origin: only differences matter. */
export function exactPair(coordinates: Float64Array): ExactPair {
  const { values } = onGrid(coordinates);
  const corners = [0, 3, 6, 9, 12, 15].map((at) => minus(pointAt(values, at), pointAt(values, 0)));
  return { a: [corners[0], corners[1], corners[2]], b: [corners[3], corners[4], corners[5]] };
}

/** Whether `holds` is true for some order of the corners of each triangle and of the two triangles. */
export function holdsInSomeOrder({ a, b }: ExactPair, holds: (a: Triangle, b: Triangle) => boolean): boolean {
  const inOrder = (t: Triangle, [i, j, k]: (typeof orders)[number]): Triangle => [t[i], t[j], t[k]];
  return [
    [a, b],
    [b, a],
  ].some(([p, q]) => orders.some((i) => orders.some((j) => holds(inOrder(p, i), inOrder(q, j)))));
}

export function isSame(p: IntegerPoint, q: IntegerPoint): boolean {
  return p[0] === q[0] && p[1] === q[1] && p[2] === q[2];
}

export function commonCorners(a: Triangle, b: Triangle): number {
  return a.filter((p) => b.some((q) => isSame(p, q))).length;
}

export function areaNormal([p, q, r]: Triangle): IntegerPoint {
  return cross(minus(q, p), minus(r, p));
}

export function hasArea(t: Triangle): boolean {
  return squared(areaNormal(t)) > 0n;
}

/** > 0 on the side from which the corners run counter-clockwise, 0 in the plane. */
export function planeSide(t: Triangle, p: IntegerPoint): bigint {
  return dot(areaNormal(t), minus(p, t[0]));
}

export function isCoplanar(a: Triangle, b: Triangle): boolean {
  return b.every((p) => planeSide(a, p) === 0n);
}

/** Whether p is in the plane and strictly inside all edges. */
export function isInside(t: Triangle, p: IntegerPoint): boolean {
  return planeSide(t, p) === 0n && [0, 1, 2].every((k) => edgeSide(t, k, p) > 0n);
}

/** Whether the segment passes through the plane strictly inside all edges. */
export function goesThrough(t: Triangle, p: IntegerPoint, q: IntegerPoint): boolean {
  if (planeSide(t, p) * planeSide(t, q) >= 0n) return false;
  const along = minus(q, p);
  const sides = [0, 1, 2].map((k) => dot(cross(minus(t[k], p), minus(t[(k + 1) % 3], p)), along));
  return sides.every((side) => side > 0n) || sides.every((side) => side < 0n);
}

/** Whether two segments share exactly one point, interior to both. */
export function segmentsCross(p: IntegerPoint, q: IntegerPoint, r: IntegerPoint, s: IntegerPoint): boolean {
  const [u, w] = [minus(q, p), minus(s, r)];
  const normal = cross(u, w);
  if (squared(normal) === 0n || dot(normal, minus(r, p)) !== 0n) return false;
  const across = (from: IntegerPoint, along: IntegerPoint, point: IntegerPoint) =>
    dot(cross(along, minus(point, from)), normal);
  return across(p, u, r) * across(p, u, s) < 0n && across(r, w, p) * across(r, w, q) < 0n;
}

/** Whether two collinear segments share more than a point. */
export function segmentsOverlap(p: IntegerPoint, q: IntegerPoint, r: IntegerPoint, s: IntegerPoint): boolean {
  const u = minus(q, p);
  if ([r, s].some((point) => squared(cross(u, minus(point, p))) !== 0n)) return false;
  const [from, to] = [dot(u, minus(r, p)), dot(u, minus(s, p))];
  const [low, high] = from < to ? [from, to] : [to, from];
  return low < high && low < squared(u) && high > 0n;
}

/** For coplanar triangles with area: are their interiors disjoint, i.e. separated by the line of some edge? */
export function isPartedByAnEdge(a: Triangle, b: Triangle): boolean {
  const parts = (t: Triangle, other: Triangle) =>
    [0, 1, 2].some((k) => other.every((point) => edgeSide(t, k, point) <= 0n));
  return parts(a, b) || parts(b, a);
}

/** Longest edge ÷ height over it ≥ ratio. */
export function isSlender(t: Triangle, ratio: number): boolean {
  const area = squared(areaNormal(t));
  const least = BigInt(ratio) ** 2n * area;
  return area > 0n && [0, 1, 2].some((k) => squared(minus(t[(k + 1) % 3], t[k])) ** 2n >= least);
}

/** Whether the sine of the angle between the planes is ≤ 2^-bits. */
export function isAlmostParallel(a: Triangle, b: Triangle, bits: bigint): boolean {
  const [m, n] = [areaNormal(a), areaNormal(b)];
  return squared(cross(m, n)) << (2n * bits) <= squared(m) * squared(n);
}

export function isParallel(a: Triangle, b: Triangle): boolean {
  return squared(cross(areaNormal(a), areaNormal(b))) === 0n;
}

/** > 0 if the point, in the triangle's plane, lies on the inner side of edge k. */
function edgeSide(t: Triangle, k: number, p: IntegerPoint): bigint {
  return dot(cross(minus(t[(k + 1) % 3], t[k]), minus(p, t[k])), areaNormal(t));
}

function squared(v: IntegerPoint): bigint {
  return dot(v, v);
}
