// A point and a triangle → the part of the triangle that holds its nearest point: a corner, an edge without its ends,
// or the inside. Exactly: a foot on an edge belongs to the edge, one on a corner to the corner.
//
//       ╲ c ╱               Regions of C. Ericson, *Real-Time Collision Detection*, 2005, 5.1.5: corner a, if p lies
//    ca  ╲─╱  bc            behind it along both its edges; edge ab, if p is between its ends and not inside of its
//        ╱ ╲                plane, which is across the face; the inside, if neither. Each is a sign of a product of
//  a ───────── b            differences. f64 decides if a bound on its rounding allows, else integers do.
//        ab

import { UNIT_ROUNDOFF } from '#core';
import { cross, dot, minus, pointsOnGrid, type Vector } from './integer-vectors.ts';

/**
 * The parts: the inside; edges ab, bc, ca from EDGE_AB on; corners a, b, c from CORNER_A on; the edge of a triangle
 * without area.
 */
export const [INSIDE, EDGE_AB, CORNER_A, SOME_EDGE] = [0, 1, 4, 7];

/**
 * With edges of at most E and p − corner of at most M per coordinate. A product of an edge and p − corner: three terms
 * of at most EM, five roundings each: 15.1u·EM. n·(edge × (p − corner)): components of n are off by 4.1u·2E², those of
 * the second by 4.1u·2EM, and three products of at most 4E³M add 3·(8.2 + 1)·4u·E³M and two sums of at most 12E³M:
 * 135u.
 */
const ALONG_ERROR = 16 * UNIT_ROUNDOFF;
const BESIDE_ERROR = 144 * UNIT_ROUNDOFF;
/** More than underflow loses. */
const UNDERFLOW = 2 ** -900;

/** Signs: of p past a and past b along ab, past b and c along bc, past c and a along ca; and inward of ab, bc, ca. */
const signs = new Int8Array(9);

/** @param p offset of xyz in P. @param a b c offsets in A. @returns INSIDE, EDGE_AB, … */
export function nearestFeature(P: Float64Array, p: number, A: Float64Array, a: number, b: number, c: number): number {
  return takeSigns(P, p, A, a, b, c) ? featureOf(signs) : exactFeature(P, p, A, a, b, c);
}

/** Writes the signs. @returns whether f64 proves them all. */
function takeSigns(P: Float64Array, p: number, A: Float64Array, a: number, b: number, c: number): boolean {
  const corners = [a, b, c];
  const edges = corners.map((from, k) => difference(A, corners[(k + 1) % 3], A, from));
  const ways = corners.map((corner) => difference(P, p, A, corner));
  const n = crossed(edges[0], edges[1]);
  const extent = largest(edges);
  const scale = extent * largest(ways);
  const along = ALONG_ERROR * scale + UNDERFLOW;
  const beside = BESIDE_ERROR * extent * extent * scale + UNDERFLOW;
  for (let k = 0; k < 3; k++) {
    const values = [product(edges[k], ways[k]), product(edges[k], ways[(k + 1) % 3])];
    const inward = product(n, crossed(edges[k], ways[k]));
    if (!(Math.abs(values[0]) > along && Math.abs(values[1]) > along && Math.abs(inward) > beside)) return false;
    signs[2 * k] = Math.sign(values[0]);
    signs[2 * k + 1] = Math.sign(values[1]);
    signs[6 + k] = Math.sign(inward);
  }
  return true;
}

function featureOf(s: ArrayLike<number>): number {
  for (let k = 0; k < 3; k++) if (s[2 * k] <= 0 && s[2 * ((k + 2) % 3) + 1] >= 0) return CORNER_A + k;
  for (let k = 0; k < 3; k++) if (s[6 + k] <= 0 && s[2 * k] > 0 && s[2 * k + 1] < 0) return EDGE_AB + k;
  return INSIDE;
}

function exactFeature(P: Float64Array, p: number, A: Float64Array, a: number, b: number, c: number): number {
  const { points } = pointsOnGrid(
    Float64Array.from([P, A, A, A].flatMap((X, k) => at(X, [p, a, b, c][k]))),
    [0, 3, 6, 9],
  );
  const [point, ...corners] = points;
  const edges = corners.map((from, k) => minus(corners[(k + 1) % 3], from));
  const ways = corners.map((corner) => minus(point, corner));
  const n = cross(edges[0], edges[1]);
  if (dot(n, n) === 0n) return flatFeature(corners, edges, ways);
  const exact = [0, 1, 2].flatMap((k) => [dot(edges[k], ways[k]), dot(edges[k], ways[(k + 1) % 3])]);
  for (let k = 0; k < 3; k++) exact.push(dot(n, cross(edges[k], ways[k])));
  return featureOf(exact.map((x) => (x === 0n ? 0 : x < 0n ? -1 : 1)));
}

/** Of a triangle without area: its longest edge is all of it. A foot that is one of the corners is that corner. */
function flatFeature(corners: readonly Vector[], edges: readonly Vector[], ways: readonly Vector[]): number {
  const lengths = edges.map((edge) => dot(edge, edge));
  const longest = [1, 2].reduce((best, k) => (lengths[k] > lengths[best] ? k : best), 0);
  const whole = lengths[longest];
  let place = dot(edges[longest], ways[longest]);
  if (place < 0n) place = 0n;
  else if (place > whole) place = whole;
  const corner = corners.findIndex((x) => dot(minus(x, corners[longest]), edges[longest]) === place);
  return corner < 0 ? SOME_EDGE : CORNER_A + corner;
}

type Triple = readonly [number, number, number];

function at(X: Float64Array, i: number): number[] {
  return [X[i], X[i + 1], X[i + 2]];
}

function difference(X: Float64Array, i: number, Y: Float64Array, j: number): Triple {
  return [X[i] - Y[j], X[i + 1] - Y[j + 1], X[i + 2] - Y[j + 2]];
}

function product(v: Triple, w: Triple): number {
  return v[0] * w[0] + v[1] * w[1] + v[2] * w[2];
}

function crossed(v: Triple, w: Triple): Triple {
  return [v[1] * w[2] - v[2] * w[1], v[2] * w[0] - v[0] * w[2], v[0] * w[1] - v[1] * w[0]];
}

function largest(vectors: readonly Triple[]): number {
  let most = 0;
  for (const v of vectors) most = Math.max(most, Math.abs(v[0]), Math.abs(v[1]), Math.abs(v[2]));
  return most;
}
