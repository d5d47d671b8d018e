// A line, given by a point and a direction, and a triangle → whether the line crosses it, and where, exactly: a line
// through an edge crosses one of the faces there, or none or both of two that it only grazes.
//
//            c                        T. Möller, B. Trumbore, "Fast, minimum storage ray/triangle intersection", J.
//          ╱   ╲                      Graphics Tools 2(1), 1997: with e = b − a, f = c − a, w = o − a
//   o ●───╱──●──╲────▶ d
//        ╱       ╲                      D = e·(d × f)     U = w·(d × f)     V = d·(w × e)     W = D − U − V
//       a ─────── b
//                                     The line passes the edges ca, ab and bc on the sides of U, V and W: it crosses
//                                     where all three have D's sign, at o + t·d with t = f·(w × e)/D.
//
// If f64 does not prove a sign, integers decide it. A sign that is exactly 0 belongs to a line through an edge. Then
// the line counts as moved by (ε, ε², ε³), with an ε > 0 smaller than any distance of the input (H. Edelsbrunner, E. P.
// Mücke, "Simulation of simplicity", ACM TOG 9(1), 1990). The moved line has the same direction, meets no edge that is
// not parallel to it, and no face that is. So on a closed surface it goes in as often as it comes out. The place t
// stays that of the line as given.

import { UNIT_ROUNDOFF } from '#core';
import { cross, dot, minus, toIntegers, type Vector } from './integer-vectors.ts';
import { sideAlong } from './plane-side.ts';
import { roundedQuotient, roundedRoot } from './rounded-integers.ts';

/**
 * A line: its point o, xyz, mm, and its direction d, of which the greatest component has a magnitude in [1, 2). Then
 * bounds on |o − corner| and |corner − corner| per coordinate over all triangles asked, mm: R and L ≤ R.
 */
export const [LINE_POINT, LINE_WAY, LINE_REACH, LINE_EDGE] = [0, 3, 6, 7];
export const LINE_SIZE = 8;

/** Slots of a place: t, and a bound on its error. */
export const [PLACE, PLACE_ERROR] = [0, 1];

/**
 * Bounds of the rounding errors, with R ≥ L, |d| ≤ 2 per component.
 *
 * U and V are sums of six products of a component of w (≤ R), one of d (≤ 2) and one of an edge (≤ L). Of each product,
 * two factors are rounded differences, and two products, one difference and two sums follow: γ₇, so 6·2RL·7.1u <
 * 86·u·RL. D has an edge in w's place: no more. W is two rounded differences of terms that are ≤ 12RL each: 3·86 +
 * 2·3·12 = 330. What underflow loses is far below the 2^-900 added: a product that underflows is off by 2^-1075, times
 * at most 2^122 afterwards.
 *
 * The place t, with the triangle's own edges, ≤ E and F per component, and its |w| ≤ G: the numerator is six products
 * of at most EFG, 43·u·EFG; D is off by 86·u·EF. So t = n/D is off by (43·u·EFG + |t|·86·u·EF)/|exact D|, and by its
 * own rounding.
 */
const SIDE_ERROR = 352 * UNIT_ROUNDOFF;
const NUMERATOR_ERROR = 48 * UNIT_ROUNDOFF;
const DENOMINATOR_ERROR = 96 * UNIT_ROUNDOFF;
const UNDERFLOW = 2 ** -900;

/**
 * Whether a line crosses the triangle (a, b, c), offsets of xyz in A: 1 against its normal, from the side that sees it
 * counter-clockwise, −1 along it, 0 if it misses. Zero-area faces and faces parallel to the line are missed. If it
 * crosses, `out` receives t and a bound on its error, which may be infinite.
 */
export function lineCrossing(
  A: Float64Array,
  a: number,
  b: number,
  c: number,
  line: Float64Array,
  out: Float64Array,
): number {
  const ax = A[a];
  const ay = A[a + 1];
  const az = A[a + 2];
  const ex = A[b] - ax;
  const ey = A[b + 1] - ay;
  const ez = A[b + 2] - az;
  const fx = A[c] - ax;
  const fy = A[c + 1] - ay;
  const fz = A[c + 2] - az;
  const wx = line[0] - ax;
  const wy = line[1] - ay;
  const wz = line[2] - az;
  const dx = line[3];
  const dy = line[4];
  const dz = line[5];
  const scale = line[LINE_REACH] * line[LINE_EDGE];
  const error = SIDE_ERROR * scale + UNDERFLOW;
  const px = dy * fz - dz * fy;
  const py = dz * fx - dx * fz;
  const pz = dx * fy - dy * fx;
  const u = wx * px + wy * py + wz * pz;
  const qx = wy * ez - wz * ey;
  const qy = wz * ex - wx * ez;
  const qz = wx * ey - wy * ex;
  const v = dx * qx + dy * qy + dz * qz;
  if ((u > error && v < -error) || (u < -error && v > error)) return 0;
  const d = ex * px + ey * py + ez * pz;
  const w = d - u - v;
  if ((w > error && (u < -error || v < -error)) || (w < -error && (u > error || v > error))) return 0;
  let side = 0;
  if (u > error && v > error && w > error) side = 1;
  else if (u < -error && v < -error && w < -error) side = -1;
  else side = exactSide(A, a, b, c, line);
  if (side === 0) return 0;
  const t = (fx * qx + fy * qy + fz * qz) / d;
  const edges = largest(ex, ey, ez) * largest(fx, fy, fz);
  const off = DENOMINATOR_ERROR * edges + UNDERFLOW;
  const least = Math.abs(d) - off;
  out[PLACE] = t;
  out[PLACE_ERROR] = Number.POSITIVE_INFINITY;
  if (least > 0 && side * d > 0)
    out[PLACE_ERROR] =
      (NUMERATOR_ERROR * edges * largest(wx, wy, wz) + UNDERFLOW + Math.abs(t) * off) / least +
      2 * UNIT_ROUNDOFF * Math.abs(t);
  return side;
}

function largest(x: number, y: number, z: number): number {
  return Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
}

/** The side on which the moved line passes all three edges, as lineCrossing; 0 if they differ. */
function exactSide(A: Float64Array, a: number, b: number, c: number, line: Float64Array): number {
  const axis = onlyAxis(line);
  if (axis < 0) return exactSideOf(A, a, b, c, line);
  const way = Math.sign(line[LINE_WAY + axis]);
  const first = flatSide(A, a, b, axis, way, line) || movedFlatSide(A, a, b, axis, way);
  const second = flatSide(A, b, c, axis, way, line) || movedFlatSide(A, b, c, axis, way);
  const third = flatSide(A, c, a, axis, way, line) || movedFlatSide(A, c, a, axis, way);
  return first === second && second === third ? -first : 0;
}

/** The axis along which the line runs; −1 if it is oblique. */
function onlyAxis(line: Float64Array): number {
  const x = line[LINE_WAY] !== 0;
  const y = line[LINE_WAY + 1] !== 0;
  const z = line[LINE_WAY + 2] !== 0;
  return x ? (y || z ? -1 : 0) : y ? (z ? -1 : 1) : 2;
}

/** The sign of ((a − o) × (b − o))·d for a line along an axis: that of three points in a plane. */
function flatSide(A: Float64Array, a: number, b: number, axis: number, way: number, line: Float64Array): number {
  return way * Math.sign(sideAlong(axis, A, a, b, LINE_POINT, line));
}

/** The same for the moved line, if it is 0: the first component of (a − b) × d that is not 0, see movedSide. */
function movedFlatSide(A: Float64Array, a: number, b: number, axis: number, way: number): number {
  const u = (axis + 1) % 3;
  const v = (axis + 2) % 3;
  for (let k = 0; k < 3; k++) {
    const along = k === u ? A[a + v] - A[b + v] : k === v ? A[b + u] - A[a + u] : 0;
    if (along !== 0) return way * Math.sign(along);
  }
  return 0;
}

function exactSideOf(A: Float64Array, a: number, b: number, c: number, line: Float64Array): number {
  const { corners, way } = onGrids(A, a, b, c, line);
  const sides = corners.map((corner, k) => {
    const next = corners[(k + 1) % 3];
    const side = dot(cross(corner, next), way);
    return side === 0n ? movedSide(corner, next, way) : side > 0n ? 1 : -1;
  });
  return sides[0] === sides[1] && sides[1] === sides[2] ? -sides[0] : 0;
}

/**
 * The sign of ((a − δ) × (b − δ))·d with δ = (ε, ε², ε³), if it is 0 for δ = 0: that of δ·((a − b) × d), so of the
 * first component that is not 0. 0 if the edge is parallel to the line.
 */
function movedSide(a: Vector, b: Vector, way: Vector): number {
  const along = cross(minus(a, b), way).find((part) => part !== 0n);
  return along === undefined ? 0 : along > 0n ? 1 : -1;
}

/** Corners relative to the line's point, and its direction, in integers. */
function onGrids(A: Float64Array, a: number, b: number, c: number, line: Float64Array) {
  const numbers = [a, b, c].flatMap((i) => [A[i], A[i + 1], A[i + 2]]);
  const { values, exponent } = toIntegers([...numbers, line[0], line[1], line[2]]);
  const given = toIntegers([line[LINE_WAY], line[LINE_WAY + 1], line[LINE_WAY + 2]]);
  const point: Vector = [values[9], values[10], values[11]];
  const corners = [0, 3, 6].map((k) => minus([values[k], values[k + 1], values[k + 2]], point));
  return { corners, exponent, way: given.values as unknown as Vector, wayExponent: given.exponent };
}

/** A place on a line, exactly: t = numerator/denominator · 2^exponent, with a denominator above 0. */
export interface ExactPlace {
  readonly numerator: bigint;
  readonly denominator: bigint;
  readonly exponent: number;
  /** |t·d|² is (numerator/denominator)² · waySquared · 4^unit, mm². */
  readonly waySquared: bigint;
  readonly unit: number;
}

/** Where a line meets the plane of a triangle that it crosses. */
export function exactPlace(A: Float64Array, a: number, b: number, c: number, line: Float64Array): ExactPlace {
  const { corners, exponent, way, wayExponent } = onGrids(A, a, b, c, line);
  const normal = cross(minus(corners[1], corners[0]), minus(corners[2], corners[0]));
  const along = dot(normal, way);
  const up = dot(normal, corners[0]);
  return {
    numerator: along < 0n ? -up : up,
    denominator: along < 0n ? -along : along,
    exponent: exponent - wayExponent,
    waySquared: dot(way, way),
    unit: exponent,
  };
}

/** The sign of p − q, two places on one line. */
export function comparePlaces(p: ExactPlace, q: ExactPlace): number {
  return signOf(p.numerator * q.denominator, p.exponent, q.numerator * p.denominator, q.exponent);
}

/** The sign of |t·d| minus a length, mm. */
export function compareLength({ numerator, denominator, waySquared, unit }: ExactPlace, length: number): number {
  const { values, exponent } = toIntegers([length]);
  return signOf(numerator ** 2n * waySquared, 2 * unit, (values[0] * denominator) ** 2n, 2 * exponent);
}

/** t, and |t·d| in mm, each rounded once. */
export function roundedPlace({ numerator, denominator, exponent, waySquared, unit }: ExactPlace) {
  return {
    place: roundedQuotient(numerator, denominator, exponent),
    length: roundedRoot(numerator ** 2n * waySquared, denominator ** 2n, unit),
  };
}

/** The sign of p·2^i − q·2^j. */
function signOf(p: bigint, i: number, q: bigint, j: number): number {
  const shift = BigInt(Math.abs(i - j));
  const difference = i > j ? (p << shift) - q : p - (q << shift);
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}
