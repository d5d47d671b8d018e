// The largest coordinate of a pair of posed bodies → the rounding error of their distance, with its derivation.
//
// u is the unit roundoff, γₙ as in core/bounds.ts. M bounds the magnitude of every stored coordinate of either body,
// radii included, and of the pose's translation: see pairMagnitude. Products of very small coordinates may underflow,
// and a posed coordinate nearer to 0 than 2^-250 is stored as 0: FLOOR bounds the error of both.

import { SMALLEST_POSED_COORDINATE, UNIT_ROUNDOFF } from '#core';

/** mm: three coordinates and three products per body, each off by at most 2^-250. */
const FLOOR = 16 * SMALLEST_POSED_COORDINATE;

/**
 * M, from the largest coordinates of the bodies in their own frames and of the pose's translation. A rotation whose
 * columns are of length ≤ 1 + 1e-5 takes a vector of components ≤ m to one of components ≤ √3·(1 + 1e-5)·m.
 */
export function pairMagnitude(first: number, second: number, translation: number): number {
  return Math.max(first, 1.7322 * second + translation);
}

/**
 * How far a vertex may lie below the farthest, as computed, and still be treated as tied with it: 64·u·M.
 *
 * The search compares d·x over the vertices x of a body in its own frame. For the first body d is the unit n: three
 * products and two sums, γ₃·√3·M < 5.3u·M. For the second d = −Rᵀn, off by γ₃·√3·(1 + 1e-5) as a vector, so d·x is off
 * by 9.1u·m for a vertex of components ≤ m, and by 5.3u·m for the products and sums; m < M/1.73, so 8.4u·M. Two such
 * errors are below 17u·M: a vertex that is not tied is certainly nearer, and SupportSearch's proof holds.
 */
export function tieSlack(magnitude: number): number {
  return 64 * UNIT_ROUNDOFF * magnitude + FLOOR;
}

/**
 * How much the signed distance may fall below a computed support gap, or exceed a computed length between two points of
 * the bodies, mm: 64·u·M.
 *
 * The gap (n·t − max d·x) − max n·a − radii: 8.4u·M and 5.3u·M as above; the posed coordinates' own rounding, γ₄ of
 * |R||x| + |t|, so 4u·M a coordinate and 7u·M along n; n·t, 5.3u·M; two differences of at most 2√3·M, 7u·M; subtracting
 * the radii, 11u·M; and |n|, which is within 4u of 1, 14u·M. The sum is 58u·M.
 *
 * The length: each point is a sum of corners whose weights are ≥ 0 and sum to 1 within 4u, 7u·M a coordinate, so 25u·M
 * for two; a corner of the second, computed as the difference plus the first's, 5.2u·M; their difference 3.5u·M;
 * squares, sums and root 2.5u of 3.5·M; the radii 11u·M. The sum is 54u·M.
 */
export function gapSlack(magnitude: number): number {
  return 64 * UNIT_ROUNDOFF * magnitude + FLOOR;
}

/**
 * The rounding bound, mm, 1024·u·M (2.3e-11 mm at 200 mm): an interval no wider than this is called exact. It contains
 * gapSlack twice, tieSlack once, and twice facetDistance's error for triangles whose longest edge squared is up to four
 * times their doubled area: (25·4 + 6 + 8)·2u·M, with corners of W of up to 2M.
 */
export function exactWidth(magnitude: number): number {
  return 1024 * UNIT_ROUNDOFF * magnitude + 4 * FLOOR;
}

/**
 * How far the difference of two points of the hulls may be from the hulls' distance along the normal, mm, before the
 * points are recomputed in integers: half of exactWidth, which leaves the other half to the errors below. Points
 * computed in integers are sums of corners with weights rounded by u: off by 5u·M a coordinate, so by 18u·M for two;
 * the unit normal by 4u and the distance by 8u of at most 3.5·M: 42u·M more. Adding the radii and their sum rounds by
 * 11u·M. So, as reported, pointB − pointA is distance·normal within (512 + 60 + 11)·u·M, less than exactWidth.
 *
 * If low is the gap along the normal n, no vertex of the second falls below n·q, and none of the first exceeds n·p, by
 * more than distance − low plus this: so each point is within that of its body's surface.
 */
export function joinSlack(magnitude: number): number {
  return 512 * UNIT_ROUNDOFF * magnitude + FLOOR;
}

/**
 * Error of the determinant of a tetrahedron with corners of components ≤ p, computed as the sum of its four volumes
 * with the origin. A volume is six products of three: three roundings each, and two for the sums, γ₅·6p³; four of them
 * are 120u·p³, and three sums of at most 24p³ 72u·p³.
 */
export function volumeSlack(p: number): number {
  return 200 * UNIT_ROUNDOFF * p * p * p;
}

/**
 * Differences b − a of stored coordinates, rounded: off by 2u·M each, by 3.5u·M as a vector. If a hull's corners are
 * off by this, the balls that it holds shrink by at most this, as do its supports along any unit vector.
 */
export function differenceSlack(magnitude: number): number {
  return 4 * UNIT_ROUNDOFF * magnitude + FLOOR;
}

/** The length of a longer cross product is free of underflow; a shorter one is not used as a direction. */
export const SHORTEST_NORMAL = 2 ** -500;

/**
 * A lower bound on the distance of the origin from the plane of a triangle with given corners, which is det/|N|, where
 * N is the cross product of two edges and det = N·corner.
 *
 * With edges of components ≤ e and a corner of components ≤ p: a component of N is off by 8u·e², so N by 14u·e² as a
 * vector; det by 14u·e²·√3·p for that and γ₃·√3·|N|·p for its own sum; |N| by 3u·|N| more. The quotient and these
 * differences round by 4u of at most √3·p.
 * No underflow matters: |N|² > 2^-1000 if |N| > SHORTEST_NORMAL, and e² > |N|/4.
 * @param length |N|, computed.
 * @returns 0 if the corners do not certainly run counter-clockwise seen from outside.
 */
export function facetDistance(det: number, length: number, e: number, p: number): number {
  const u = UNIT_ROUNDOFF;
  const below = det - 25 * u * e * e * p - 6 * u * length * p;
  return below > 0 && length > SHORTEST_NORMAL ? below / (length * (1 + 4 * u) + 15 * u * e * e) - 8 * u * p : 0;
}
