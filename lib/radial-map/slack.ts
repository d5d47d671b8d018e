// Every rounding bound of the radial map: its formula and its derivation.
//
// The map's own frame has its origin at the centre c and a power of two for its unit, so that every coordinate x − c of
// the mesh, rounded, is at most 1 in magnitude. Dividing by the unit is exact, but for what underflows, by less than
// 2^-1074. The model of arithmetic is that of core/bounds.ts. Terms in u² are covered by what each bound leaves free.

import { UNIT_ROUNDOFF } from '#core';

/**
 * Slack for clipping a face by a texel's planes, and for the distances of what is left, in the map's unit: 128·u.
 *
 * A texel's plane is f(p) = ±(s·m − a) ≥ 0: m is the coordinate along the axis of the cube's side, a one of the other
 * two, s a border of the texel, |s| ≤ 1. A query takes a point for one of the texel by a/m, computed as (a·(n/2 / m) +
 * n/2) / (n/2): 2u for the differences, 2u for quotient and product, 2u for the sum, which is at most 2. So what is
 * taken for a point of the texel has f ≥ −8u·m, the borders ±1 of the cube's sides included; and s is off by 3u. (So
 * near the centre that n/2 / m overflows, the texel is any. Such a point is within the slack of all planes.)
 *
 * Hence what the texel sees of the surface has f ≥ −e, where e adds up to 55u:
 *
 *   11u  the query's rounding, and that of s
 *    2u  the face's corners, rounded by u a coordinate, and so each of its points
 *   42u  up to 7 planes that have clipped the polygon before: each moves corners by 3u a coordinate, and f by 6u
 *
 * Each corner of the computed polygon stands for one of an exact polygon, which is the face at first. A plane keeps a
 * corner where the computed f is ≥ −128u. That is off by u·|s·m| + u·|f| ≤ 3u, so none with f ≥ −e is dropped. Between
 * a kept and a dropped corner it puts one at t = (f + 128u) / (f − f′), off by 3u of itself. As |f − f′| ≤ 4, f is
 * there at most −128u + 12u + 3u < −e, however nearly parallel edge and plane are. So the exact polygon, whose new
 * corners are put at the same t, loses nothing that has f ≥ −e. It stays convex, since its corners lie on the edges of
 * a convex one, in their order. The computed corner (1 − t)·p + t·q is off by 3u. So what the texel sees of the face
 * is within √3·(u + 8·3u) < 44u of the hull of the computed corners.
 *
 * A length √(x² + y² + z²) ≤ √3 is off by 3.5u of itself, < 7u. A support v·g / |g| is off by √3·(3u + 3.5u) < 12u.
 * With the 44u, both are off by less than 128u.
 */
export const CONE_SLACK = 128 * UNIT_ROUNDOFF;

/**
 * Least |g|² of a direction g whose support is used, in the map's unit. Above it the underflow of the squares, less
 * than 2^-1073, is less than u of their sum. A shorter direction is left out, which can only widen the interval.
 */
export const SHORTEST_DIRECTION = 2 ** -1000;

/**
 * What the square of a distance is multiplied by before it is rounded to f32, below and above.
 *
 * A query's (p − c)² is off by 5u of itself: each difference by u, its square by 3u, two sums of what is ≥ 0 by 2u. The
 * product that makes the bound, and the one with this factor, are off by 2u. So a square less than the lower bound
 * belongs to a distance less than the lower end, and one not less than the upper bound to a distance above the upper
 * end. (A bound that is not 0 is ≥ 2^-149 squared units, ≥ 2^-577 mm², as a unit is ≥ 2^-214 mm: the underflow of a
 * query's squares is nothing beside it.)
 */
export const SQUARE_SHRINK = 1 - 8 * UNIT_ROUNDOFF;
export const SQUARE_GROW = 1 + 8 * UNIT_ROUNDOFF;

/**
 * A polygon with m ≥ NEAREST_DEPTH at all corners is in no texel whose borders are farther than TEXEL_MARGIN texels
 * from all of its corners' a/m. A point with f ≥ −128u is within 128u / m ≤ 2^-26 of the texel in a/m, and the
 * quotient is off by 4u more; half the texels of an edge are 2^9 at most: 2^-16.
 */
export const NEAREST_DEPTH = 2 ** -20;
export const TEXEL_MARGIN = 2 ** -16;
/** Texels along an edge of a cube's side, at most: what TEXEL_MARGIN supposes. */
export const LARGEST_SIZE = 1024;
