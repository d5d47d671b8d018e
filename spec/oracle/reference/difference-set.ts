// Two triangles → whether they share a point, by a second formulation that has nothing in common with the oracle's.
//
// a and b share a point if and only if 0 lies in the convex hull of the nine differences of corners ai − bj (the hull
// of differences is the difference of hulls). By Carathéodory's theorem, 0 then lies in a simplex of at most four
// affinely independent differences.

type Difference = readonly [bigint, bigint, bigint];

/** @param a, b nine integers each (as f64), |values| ≤ 2^53. */
export function differencesHoldZero(a: readonly number[], b: readonly number[]): boolean {
  const points: Difference[] = [];
  for (let i = 0; i < 9; i += 3)
    for (let j = 0; j < 9; j += 3)
      points.push([
        BigInt(a[i]) - BigInt(b[j]),
        BigInt(a[i + 1]) - BigInt(b[j + 1]),
        BigInt(a[i + 2]) - BigInt(b[j + 2]),
      ]);
  const indices = [...points.keys()];
  return (
    points.some(isZero) ||
    chosen(indices, 2).some(([i, j]) => inSegment(points[i], points[j])) ||
    chosen(indices, 3).some(([i, j, k]) => inTriangle(points[i], points[j], points[k])) ||
    chosen(indices, 4).some(([i, j, k, l]) => inTetrahedron(points[i], points[j], points[k], points[l]))
  );
}

function inSegment(u: Difference, v: Difference): boolean {
  return isZero(cross(u, v)) && dot(u, v) <= 0n;
}

function inTriangle(u: Difference, v: Difference, w: Difference): boolean {
  const normals = [cross(u, v), cross(v, w), cross(w, u)];
  const area: Difference = [0, 1, 2].map((axis) => normals[0][axis] + normals[1][axis] + normals[2][axis]) as never;
  return !isZero(area) && dot(area, u) === 0n && normals.every((normal) => dot(normal, area) >= 0n);
}

function inTetrahedron(u: Difference, v: Difference, w: Difference, x: Difference): boolean {
  const volumes = [dot(cross(v, w), x), -dot(cross(u, w), x), dot(cross(u, v), x), -dot(cross(u, v), w)];
  const whole = volumes[0] + volumes[1] + volumes[2] + volumes[3];
  return whole !== 0n && volumes.every((volume) => volume * whole >= 0n);
}

function chosen(indices: readonly number[], count: number): number[][] {
  if (count === 0) return [[]];
  return indices.flatMap((index, at) => chosen(indices.slice(at + 1), count - 1).map((rest) => [index, ...rest]));
}

function cross(a: Difference, b: Difference): Difference {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function dot(a: Difference, b: Difference): bigint {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function isZero(a: Difference): boolean {
  return a.every((coordinate) => coordinate === 0n);
}
