// f64 points and triangles → certified f64 bounds of distances and exact signs of crossings, for bulk use.
//
// Nothing is assumed about how well the nearest point was found: a bound above comes from a point of the triangle, a bound below from a
// plane that has the triangle on its far side, and both are checked by evaluating them. Derivation, with u = 2^-53, x the point, v0 v1 v2 the
// corners, R = max ‖x − vi‖, and ei = fl(x − vi), which is x − vi with a relative error ≤ u in each component:
//
// Above. For weights wi ≥ 0 with sum W, y = Σ wi vi / W lies in the triangle and x − y = s / W with s = Σ wi (x − vi). The computed
//   q = fl(Σ wi ei) has at most four roundings on each term, so ‖q − s‖ ≤ 4.1 u W R. Length and quotient, fl(fl(√(q·q)) / fl(W)), add a relative
//   2.6 u + 2 u + u; the result is ≤ about R. So dist ≤ ‖x − y‖ ≤ computed + (4.1 + 5.7) u R, and the last addition costs 1.1 u R more.
// Below. For any vector q ≠ 0 and y in the triangle, ‖x − y‖ ≥ q·(x − y) / ‖q‖ ≥ min q·(x − vi) / ‖q‖, as the middle is linear in y. Each computed
//   q·ei is off by ≤ 4.1 u ‖q‖ R; length and quotient add a relative 3.7 u to a value ≤ about R. So dist ≥ computed − 7.9 u R, and the last
//   subtraction costs 1.1 u R more.
// Both are < 12 u R; the margin is 16 u R with R computed (a relative 2.6 u off). Underflow: coordinates are at most 2^300, and where q·q < 2^-800 the
//   exact distance is taken instead; products that underflow are then off by < 2^-1070 against a divisor > 2^-401, far below the added 2^-600.

import { refinedUnit } from './exact-numbers.ts';
import { type Vector, vectorsOnGrid } from './integer-vectors.ts';
import { type MeshData, type ReferenceMesh, referenceMesh } from './reference-mesh.ts';
import { roundedSquareRoot } from './rounded-numbers.ts';
import { signedDistance } from './signed-distance.ts';
import { pointTriangleSquaredDistance } from './squared-distance.ts';
import { type Crossing, crossing, gridWinding } from './winding-number.ts';

/** low ≤ exact value ≤ high. */
export type Bounds = readonly [low: number, high: number];
type Numbers = ArrayLike<number>;

/** Bound once: in a sandboxed context (a test runner's) each look-up of a global costs more than the arithmetic. */
const { abs, max, min, sqrt } = Math;
const MARGIN = 16 * 2 ** -53;
const UNDERFLOW_MARGIN = 2 ** -600;
/** Relative to R: where the bounds lie farther apart the exact distance is worth its time. It costs time, never truth. */
const WORTH_EXACT = 2 ** -36;

/** A sum or difference of f64 numbers, moved so far up (down) that its one rounding cannot matter. */
export function above(value: number): number {
  return value + abs(value) * 2 ** -52 + 2 ** -1074;
}
export function below(value: number): number {
  return -above(-value);
}

/** Bounds of the distance of an f64 point (|coordinates| ≤ 2^300 mm) to a closed triangle, mm; they are within about 2^-36 R of each other. */
export function pointTriangleBounds(point: Numbers, corners: Numbers): Bounds {
  const [ax, ay, az] = [point[0] - corners[0], point[1] - corners[1], point[2] - corners[2]];
  const [bx, by, bz] = [point[0] - corners[3], point[1] - corners[4], point[2] - corners[5]];
  const [cx, cy, cz] = [point[0] - corners[6], point[1] - corners[7], point[2] - corners[8]];
  const weights = nearestWeights(point, corners);
  const total = weights[0] + weights[1] + weights[2];
  const [wa, wb, wc] = weights.map((weight) => weight / total);
  const qx = wa * ax + wb * bx + wc * cx;
  const qy = wa * ay + wb * by + wc * cy;
  const qz = wa * az + wb * bz + wc * cz;
  const square = qx * qx + qy * qy + qz * qz;
  const length = sqrt(square);
  const reach = sqrt(max(ax * ax + ay * ay + az * az, bx * bx + by * by + bz * bz, cx * cx + cy * cy + cz * cz));
  const margin = MARGIN * reach + UNDERFLOW_MARGIN;
  const support = min(qx * ax + qy * ay + qz * az, qx * bx + qy * by + qz * bz, qx * cx + qy * cy + qz * cz);
  const high = length / (wa + wb + wc) + margin;
  const low = max(0, support / length - margin);
  if (square > 2 ** -800 && high - low <= WORTH_EXACT * reach) return [low, high];
  const exact = pointTriangleSquaredDistance(point, corners);
  return [roundedSquareRoot(exact, 'down'), roundedSquareRoot(exact, 'up')];
}

/** Bounds of the signed distance of an f64 point to a mesh, as `signedDistance` defines it, over all its faces. */
export function signedDistanceBounds(point: Numbers, mesh: MeshData | ReferenceMesh): Bounds {
  const surface = referenceMesh(mesh);
  let [low, high] = [Infinity, Infinity];
  for (let face = 0; face < surface.faceCount; face++) {
    const bounds = pointTriangleBounds(point, surface.cornersOf(face));
    low = min(low, bounds[0]);
    high = min(high, bounds[1]);
  }
  if (low === 0) {
    const exact = signedDistance(point, surface);
    const ends: Bounds = [roundedSquareRoot(exact.squared, 'down'), roundedSquareRoot(exact.squared, 'up')];
    return exact.sign < 0 ? [-ends[1], -ends[0]] : ends;
  }
  return surface.signed && windingOffSurface(point, surface) !== 0 ? [-high, -low] : [low, high];
}

/** The exact winding number of a closed, oriented mesh about an f64 point that is known to be off its surface. */
export function windingOffSurface(point: Numbers, surface: ReferenceMesh): number {
  return gridWinding(surface.faceCount, (face, direction) => {
    const step = filteredCrossing(surface.cornersOf(face), point, direction.map(Number));
    return step === 'undecided' ? exactCrossing(surface.cornersOf(face), point, direction) : step;
  });
}

function exactCrossing(corners: Numbers, point: Numbers, direction: Vector): Crossing {
  const unit = refinedUnit(1n, corners, point);
  const [a, b, c] = vectorsOnGrid(corners, unit);
  return crossing([a, b, c], vectorsOnGrid(point, unit)[0], direction);
}

/** The crossing where f64 signs are certain. Certain sides of one sign add up to the face's area along the ray, so it has an area. */
function filteredCrossing(corners: Numbers, point: Numbers, direction: Numbers): Crossing | 'undecided' {
  const edge = (i: number, j: number) =>
    tripleProductSign(fromPoint(corners, i, point), fromPoint(corners, j, point), direction);
  const ab = edge(0, 1);
  const bc = edge(1, 2);
  if (ab * bc < 0) return 0;
  const ca = edge(2, 0);
  if (ab * ca < 0 || bc * ca < 0) return 0;
  if (ab === 0 || bc === 0 || ca === 0) return 'undecided';
  const ahead = tripleProductSign(
    fromPoint(corners, 0, point),
    fromPoint(corners, 1, point),
    fromPoint(corners, 2, point),
  );
  if (ahead === 0) return 'undecided';
  return ahead === ab ? ab : 0;
}

function fromPoint(corners: Numbers, corner: number, point: Numbers): Numbers {
  return [corners[3 * corner] - point[0], corners[3 * corner + 1] - point[1], corners[3 * corner + 2] - point[2]];
}

/**
 * The sign of (a × b)·c where it is certain, else 0. Of its six terms each carries at most three roundings of the differences, three of
 * products and sums inside, and two of the outer sum: 8.1 u of the sum of their magnitudes, whose own relative error is as small; 16 u is taken.
 */
function tripleProductSign(a: Numbers, b: Numbers, c: Numbers): -1 | 0 | 1 {
  let sum = 0;
  let magnitude = 0;
  for (let i = 0; i < 3; i++) {
    const j = (i + 1) % 3;
    const k = (i + 2) % 3;
    const first = a[j] * b[k];
    const second = a[k] * b[j];
    sum += (first - second) * c[i];
    magnitude += (abs(first) + abs(second)) * abs(c[i]);
  }
  const bound = MARGIN * magnitude + UNDERFLOW_MARGIN;
  return sum > bound ? 1 : sum < -bound ? -1 : 0;
}

/** Weights ≥ 0 of the corners, not all 0, of a point near the triangle's nearest (C. Ericson, Real-Time Collision Detection, 5.1.5). */
function nearestWeights(point: Numbers, corners: Numbers): readonly [number, number, number] {
  const ab = [corners[3] - corners[0], corners[4] - corners[1], corners[5] - corners[2]];
  const ac = [corners[6] - corners[0], corners[7] - corners[1], corners[8] - corners[2]];
  const along = (edge: Numbers, corner: number) =>
    edge[0] * (point[0] - corners[3 * corner]) +
    edge[1] * (point[1] - corners[3 * corner + 1]) +
    edge[2] * (point[2] - corners[3 * corner + 2]);
  const [d1, d2] = [along(ab, 0), along(ac, 0)];
  if (d1 <= 0 && d2 <= 0) return [1, 0, 0];
  const [d3, d4] = [along(ab, 1), along(ac, 1)];
  if (d3 >= 0 && d4 <= d3) return [0, 1, 0];
  const vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0 && d1 > d3) return [-d3, d1, 0];
  const [d5, d6] = [along(ab, 2), along(ac, 2)];
  if (d6 >= 0 && d5 <= d6) return [0, 0, 1];
  const vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0 && d2 > d6) return [-d6, 0, d2];
  const va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0 && d4 - d3 + (d5 - d6) > 0) return [0, d5 - d6, d4 - d3];
  const total = max(va, 0) + max(vb, 0) + max(vc, 0);
  return total > 0 ? [max(va, 0), max(vb, 0), max(vc, 0)] : [1, 0, 0];
}
