// Every rounding bound of the radial map: its formula and its derivation.
//
// The map's own frame has its origin at the centre c and a power of two as its unit, so that every coordinate x − c of
// the mesh, rounded, is at most 1 in magnitude. Dividing by the unit is exact, except for underflow of less than
// 2^-1074. The model of arithmetic is that of core/bounds.ts. Terms in u² are covered by the margin of each bound.

import { frameSlack, UNIT_ROUNDOFF } from '#core';

/**
 * Slack for clipping a face by a texel's planes, and for the distances of the remainder, in the map's unit: 128·u.
 *
 * A texel's plane is f(p) = ±(s·m − a) ≥ 0, where m is the coordinate along the axis of the cube's side, a is one of
 * the other two, and s is a border of the texel, |s| ≤ 1. A query assigns a point to the texel by a/m, computed as
 * (a·(n/2 / m) + n/2) / (n/2): 2u for the differences, 2u for quotient and product, 2u for the sum, which is at most 2.
 * So a point assigned to the texel has f ≥ −8u·m, the borders ±1 of the cube's sides included; and s has an error of
 * 3u. (If a point is so near the centre that n/2 / m overflows, its texel is arbitrary, but the point is within the
 * slack of all planes.)
 *
 * Hence the part of the surface that the texel sees has f ≥ −e, where e is the sum of these, 55u:
 *
 *   11u  the query's rounding, and that of s
 *    2u  the face's corners, rounded by u per coordinate, and so each of its points
 *   42u  up to 7 planes that have already clipped the polygon: each moves corners by 3u per coordinate, and f by 6u
 *
 * Each corner of the computed polygon stands for one of an exact polygon, which is initially the face. A plane keeps a
 * corner if the computed f is ≥ −128u. Its error is u·|s·m| + u·|f| ≤ 3u, so none with f ≥ −e is dropped. Between a
 * kept and a dropped corner it puts a new one at t = (f + 128u) / (f − f′), with a relative error of 3u. As |f − f′| ≤
 * 4, f is at most −128u + 12u + 3u < −e there, however nearly parallel edge and plane are. So the exact polygon, whose
 * new corners are put at the same t, loses nothing that has f ≥ −e. It stays convex, since its corners lie on the edges
 * of a convex one, in their order. The computed corner (1 − t)·p + t·q has an error of 3u. So the part of the face that
 * the texel sees is within √3·(u + 8·3u) < 44u of the hull of the computed corners.
 *
 * A length √(x² + y² + z²) ≤ √3 has a relative error of 3.5u, < 7u. A support v·g / |g| has an error of √3·(3u + 3.5u)
 * < 12u. Together with the 44u, both are off by less than 128u.
 */
export const CONE_SLACK = 128 * UNIT_ROUNDOFF;

/**
 * Least |g|² of a direction g whose support is used, in the map's unit. Above it the underflow of the squares, less
 * than 2^-1073, is less than u times their sum. A shorter direction is ignored, which can only widen the interval.
 */
export const SHORTEST_DIRECTION = 2 ** -1000;

/**
 * The factors by which the square of a lower and of an upper bound is multiplied before it is rounded to f32.
 *
 * A query's (p − c)² has a relative error of 5u: each difference u, its square 3u, two sums of terms ≥ 0 2u. Squaring
 * the bound, and multiplying it by this factor, add 2u. So a square less than the lower bound belongs to a distance
 * less than the lower end, and one not less than the upper bound to a distance above the upper end. (A bound that is
 * not 0 is ≥ 2^-149 squared units, ≥ 2^-577 mm², as a unit is ≥ 2^-214 mm: the underflow of a query's squares is
 * negligible.)
 */
export const SQUARE_SHRINK = 1 - 8 * UNIT_ROUNDOFF;
export const SQUARE_GROW = 1 + 8 * UNIT_ROUNDOFF;

/**
 * The slack s of a walk, CONE_SLACK or coneSlack → the least depth d at which a polygon's corners limit its texels, and
 * by how many texels the limits are widened.
 *
 * A polygon with m ≥ d at all corners is in no texel whose borders are more than the margin from the a/m of all its
 * corners: a point with f ≥ −s is within s/m ≤ s/d of the texel in a/m, and the quotient has an additional error of
 * 4u < s/d. So size/2·2·s/d = size·s/d texels suffice. With d = 8·√s that is size·√s/8: at CONE_SLACK, d = 2^-20 and
 * the margin is at most 2^-16. The computed root and quotients are within the factor 2 that 4u leaves of s/d.
 */
export const leastDepth = (slack: number): number => 8 * Math.sqrt(slack);
export const texelMargin = (slack: number, size: number): number => (size * Math.sqrt(slack)) / 8;

/** The most texels along an edge of a cube's side: their numbers fit in 23 bits. */
export const LARGEST_SIZE = 1024;

/**
 * Slack, in the walk's unit, for a triangle whose points and the map's surface may together be off by `moved` mm, if
 * the map is to say that they share no point: CONE_SLACK + 2·moved / unit.
 *
 * Let x be a point of the triangle as computed, and y one of the surface as tabulated, |x − y| ≤ moved. Then y lies in
 * the closed cone of a texel, where f(y) ≥ 0 for its planes. A plane's f has the gradient √(1 + s²) ≤ √2, so f(x) ≥
 * −√2·moved: the walk with this slack finds x in that texel, as CONE_SLACK has room for all rounding, and 2 > √2 covers
 * the rounding of this sum. Its range holds |x| with the slack to spare, and so |y|, at which the map has an interval.
 * So if no texel's range meets an interval, no point of the triangle is within `moved` of the surface: however the two
 * are moved by that much together, they do not meet, and each stays on its side of the other.
 */
export function coneSlack(moved: number, unit: number): number {
  return CONE_SLACK + (2 * moved) / unit;
}

/** A walk with more slack than this would visit most texels of the cube and rule out nothing: all stays unknown. */
export const MOST_SLACK = 2 ** -10;

/**
 * What to add to a box, or to a ball's radius, mm, so that what lies beyond it is beyond the other body: twice
 * frameSlack. M bounds the coordinates of both bodies, their maps' centres and the translation.
 *
 * A vertex or a ball's centre in the other's frame, and the posed surface there: frameSlack, 256u·M. A box there, by
 * the computed inverse: an entry has an error of 16u, so its row's products and sums have 3·20u·M for the centre,
 * 3·20u·2M for the extents and 3·20u·M for the translation, and the sums of the three 30u·M more, 270u·M; the posed
 * surface adds 14u·M, and the ends' rounding and differences from a map's centre 12u·M. A distance from a box, ≤ 6M,
 * rounds by less than 5u·6M, a comparison by 4u·M. All are below 512u·M.
 */
export function reachSlack(magnitude: number): number {
  return 2 * frameSlack(magnitude);
}

/**
 * The most by which a pose, or its inverse, lengthens: with E = max |RᵀR − I|, √(1 + 3E) and 1 / √(1 − 3E) are less
 * than 1 + 2E for E ≤ 1e-5. 8u is the rounding of E.
 */
export function poseStretch(orthonormalityError: number): number {
  return 1 + 2 * (orthonormalityError + 8 * UNIT_ROUNDOFF);
}

/** The unit of a frame in which no coordinate exceeds 1: the least power of two, mm, not below `most`, mm. */
export function unitAbove(most: number): number {
  const unit = 2 ** Math.ceil(Math.log2(most));
  return unit < most ? 2 * unit : unit;
}

/**
 * For a box in a map's frame (box-sides.ts): factors for the distances of its nearest and farthest point, and by how
 * many texels the limits of its texels are widened.
 *
 * Of the three, only relative errors count: the rounding of the ends and of their differences from the centre is part
 * of reachSlack, by which the box is widened. A distance has a relative error of 4u and the products 2u more. A
 * quotient a/m is at most 1 in magnitude where it limits a texel, and errs by u; its place, of at most 1024 texels, by
 * less than 1024·4u = 2^-41 texels.
 */
export const BOX_SHRINK = 1 - 8 * UNIT_ROUNDOFF;
export const BOX_GROW = 1 + 8 * UNIT_ROUNDOFF;
export const LINE_MARGIN = 2 ** -40;
