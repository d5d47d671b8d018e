// A few points → which of them are extreme, and whether a surface is their hull's, by definition, in integers.

import { cross, dot, type IntegerPoint, minus, onGrid, pointAt } from './exact-grid.ts';

/** Points whose coordinates all lie on one grid. */
export function gridPoints(coordinates: ArrayLike<number>): IntegerPoint[] {
  const { values } = onGrid(coordinates);
  return Array.from({ length: values.length / 3 }, (_, i) => pointAt(values, 3 * i));
}

/** Coordinates of the extreme points, each once: those that lie in no simplex of other points (C. Carathéodory). */
export function extremeByDefinition(points: readonly IntegerPoint[]): Set<string> {
  const distinct = [...new Map(points.map((p) => [String(p), p])).values()];
  return new Set(
    distinct
      .filter(
        (p) =>
          !isInSomeSimplex(
            p,
            distinct.filter((other) => other !== p),
          ),
      )
      .map((p) => String(p)),
  );
}

/** Whether the point is in the convex hull of the others; a single other point is not tested. */
export function isInSomeSimplex(p: IntegerPoint, others: readonly IntegerPoint[]): boolean {
  for (let i = 0; i < others.length; i++)
    for (let j = 0; j < i; j++) {
      if (isInSegment(p, others[i], others[j])) return true;
      for (let k = 0; k < j; k++) {
        if (isInTriangle(p, others[i], others[j], others[k])) return true;
        for (let l = 0; l < k; l++) if (isInTetrahedron(p, [others[i], others[j], others[k], others[l]])) return true;
      }
    }
  return false;
}

function isInSegment(p: IntegerPoint, a: IntegerPoint, b: IntegerPoint): boolean {
  return isZero(cross(minus(p, a), minus(b, a))) && dot(minus(p, a), minus(p, b)) <= 0n;
}

function isInTriangle(p: IntegerPoint, a: IntegerPoint, b: IntegerPoint, c: IntegerPoint): boolean {
  const normal = normalOf(a, b, c);
  if (isZero(normal) || side(a, b, c, p) !== 0n) return false;
  const turns = [normalOf(a, b, p), normalOf(b, c, p), normalOf(c, a, p)];
  return turns.every((turn) => dot(turn, normal) >= 0n);
}

function isInTetrahedron(p: IntegerPoint, corners: readonly IntegerPoint[]): boolean {
  const [a, b, c, d] = corners;
  const volume = side(a, b, c, d);
  if (volume === 0n) return false;
  const parts = [side(p, b, c, d), side(a, p, c, d), side(a, b, p, d), side(a, b, c, p)];
  return parts.every((part) => (volume > 0n ? part >= 0n : part <= 0n));
}

/** Whether a point is in the convex body with these corners and faces, of any dimension. */
export function isInBody(p: IntegerPoint, corners: readonly IntegerPoint[], faces: ArrayLike<number>): boolean {
  if (faces.length === 0) return String(corners[0]) === String(p) || isInSegment(p, corners[0], corners.at(-1) ?? p);
  const triangles = Array.from({ length: faces.length / 3 }, (_, i) => [0, 1, 2].map((k) => corners[faces[3 * i + k]]));
  const sides = triangles.map(([a, b, c]) => side(a, b, c, p));
  const isFlat = triangles.every(([a, b, c]) => corners.every((v) => side(a, b, c, v) === 0n));
  return isFlat ? triangles.some(([a, b, c]) => isInTriangle(p, a, b, c)) : sides.every((s) => s <= 0n);
}

/** How many edges of a surface are not in exactly two triangles, once in each direction. */
export function looseEdges(faces: ArrayLike<number>): number {
  const ways = new Map<string, number>();
  for (let i = 0; i < faces.length; i++) {
    const [from, to] = [faces[i], faces[i % 3 === 2 ? i - 2 : i + 1]];
    ways.set(`${from} ${to}`, (ways.get(`${from} ${to}`) ?? 0) + 1);
  }
  return [...ways].filter(([way, count]) => count !== 1 || ways.get(way.split(' ').reverse().join(' ')) !== 1).length;
}

/** How many triangles have no area or have a point on their outer side. */
export function facesNotOfHull(
  points: readonly IntegerPoint[],
  corners: readonly IntegerPoint[],
  faces: ArrayLike<number>,
): number {
  let count = 0;
  for (let i = 0; i < faces.length; i += 3) {
    const [a, b, c] = [corners[faces[i]], corners[faces[i + 1]], corners[faces[i + 2]]];
    const normal = normalOf(a, b, c);
    const height = dot(normal, a);
    if (isZero(normal) || points.some((p) => dot(normal, p) > height)) count++;
  }
  return count;
}

/**
 * How many corners of a closed solid hull are not proved extreme. The sum of the normals of a corner's triangles is
 * inside its normal cone, so that corner alone is farthest along the sum.
 */
export function cornersNotExtreme(corners: readonly IntegerPoint[], faces: ArrayLike<number>): number {
  const sums = corners.map((): IntegerPoint => [0n, 0n, 0n]);
  for (let i = 0; i < faces.length; i += 3) {
    const normal = normalOf(corners[faces[i]], corners[faces[i + 1]], corners[faces[i + 2]]);
    for (let k = 0; k < 3; k++)
      sums[faces[i + k]] = sums[faces[i + k]].map((sum, axis) => sum + normal[axis]) as unknown as IntegerPoint;
  }
  return corners.filter((v, i) => corners.some((other, j) => j !== i && dot(sums[i], other) >= dot(sums[i], v))).length;
}

export function normalOf(a: IntegerPoint, b: IntegerPoint, c: IntegerPoint): IntegerPoint {
  return cross(minus(b, a), minus(c, a));
}

/** > 0 if a, b, c are counter-clockwise seen from p. */
function side(a: IntegerPoint, b: IntegerPoint, c: IntegerPoint, p: IntegerPoint): bigint {
  return dot(normalOf(a, b, c), minus(p, a));
}

function isZero(v: IntegerPoint): boolean {
  return v.every((x) => x === 0n);
}
