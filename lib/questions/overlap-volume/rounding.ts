// The rounding bounds of an overlap volume, u = 2^-53: the errors of areas and integrals over pieces, and the volume
// moved when corners are moved.
//
// Two parts. (1) The pieces of each body form a closed surface near the given one; the volume that the two surfaces
// made of pieces share differs from the exact one by at most `movedVolume`. (2) Areas, integrals and winding numbers of
// these surfaces are defined exactly; the errors of their computed values are at most the other bounds.

import { UNIT_ROUNDOFF } from '#core';

/**
 * mm²: the error bound of the area of a triangle of a piece, 5·u·G, where G is the area of the piece's box in the
 * plane. The triangle's area is half the difference of two products ≤ G, each of two rounded differences. Errors of
 * 3u·G per product and u·2G for their difference make 8u·G, halved; the fifth u·G covers G's own rounding.
 */
export function flatArea(boxArea: number): number {
  return 5 * UNIT_ROUNDOFF * boxArea;
}

/** The contribution of a piece of k triangles, in a box of area G, to a cluster's load: k·(8 + k)·G. */
export function pieceLoad(triangles: number, boxArea: number): number {
  return triangles * (8 + triangles) * boxArea;
}

/**
 * mm³: the error bound of the integral of a winding number over a depth cluster whose n pieces have this load:
 * 4·u·(n + 1)·load·Z + 8·u·(w + 1)·column, where Z bounds |depth| in the cluster, w is the winding number below and
 * column the cluster's whole volume.
 *
 * A piece's area is the sum of k triangle areas, each at most G with an error of 4u·G: its error is 4u·k·G + u·k²·G.
 * Its moment has, per triangle, 4u·G·3Z/3 and five roundings of G·Z: 9u·k·G·Z + u·k²·G·Z. Sums over n pieces add u·n·kG
 * and u·n·kG·Z. The integral is w·column + β·(sum of areas) − (sum of moments), with |β| ≤ Z. Its error is
 * < 2u·(n + 1)·load·Z for both sums, plus two roundings each and those of w·column.
 */
export function integralError(pieces: number, load: number, depth: number, winding: number, column: number): number {
  return UNIT_ROUNDOFF * (4 * (pieces + 1) * load * depth + 8 * (Math.abs(winding) + 1) * column);
}

/**
 * mm³: the error bound of a sum of PairIntegrals: u·(512·n·d²·h + 2·n·weight), for n pairs in a tile of diagonal d and
 * a cluster of height h; weight is the sum of magnitudes.
 *
 * Clipping. A side is a cross product of an edge e and a displacement ≤ d, each coordinate rounded once: an error of <
 * 6u·|e|·d, so a corner is kept, dropped or placed as if the line were moved by < 6u·d, and a new corner is within 4u·d
 * of the edge being cut. The error of the shared area lies in strips of width < 10u·d on both sides of three lines of
 * length ≤ d: 60u·d², under an integrand ≤ h. The areas of at most seven triangles add 4u·d² each. d₁ at a new corner
 * is that of the edge being cut, with an error of 4u·h: with the area, 4u·d²·h per line. The corner's sideways shift of
 * 4u·d changes d₁ by 4u·d·|∇d₁|, where |∇d₁| times the triangle's area is at most h·d, since the area is at most d
 * times the width along the gradient. d₂: barycentric coordinates have an error of < 8u·d·|e|/(2·area) each, on
 * differences of ≤ h, under an area ≤ that of the triangle, whose edges are ≤ d: 3·4u·d²·h. The sideways shift counts
 * as for d₁. A mean and (d₁ − d₂)⁺ have errors no greater than their arguments', plus six roundings of h. In all
 * < 60 + 28 + 12 + 12 + 12 + 12 + 24 < 256; twice that covers the product with the area and terms in u².
 */
export function pairError(pairs: number, diagonalSquared: number, height: number, weight: number): number {
  return UNIT_ROUNDOFF * pairs * (512 * diagonalSquared * height + 2 * weight);
}

/**
 * mm³: the change of the volume that two solids share when their surfaces are replaced by the pieces.
 *
 * A surface whose corners move linearly sweeps every point whose winding number changes. A face sweeps at most its area
 * A (while it moves) times the displacement. (a) A corner's local coordinates are sums of three products of a rounded
 * difference with an entry of a row of a slanted rotation. The row's length is < 1.2, so the error is < 4u·1.2 times
 * the length of the difference. That is at most 1.5·√3·E, where E bounds |coordinate| and 1.5 the inverse of the slant:
 * < 16u·E. (b) A cut places a corner on an edge, with an error < 8u·E along it. (c) The parts of a cut piece are split
 * into new fans: after k earlier cuts, their corners are within √3·16u·E·(1 + k) of the face's plane, so the two
 * surfaces through one outline enclose nothing farther than that from it, on either side. So a face adds √3·16u·E times
 * its area, and a cut of a piece adds √3·16u·E·(3 + 2k) times the piece's area.
 * @param extent E, mm.
 * @param area mm²: the areas of all faces in the box that contains the overlap, plus (3 + 2k) times those of pieces
 * that are cut; doubled here, for faces that grow while they move, and for the rounding of the area.
 */
export function movedVolume(extent: number, area: number): number {
  return 2 * 28 * UNIT_ROUNDOFF * extent * area;
}

/**
 * mm³: the difference between the volume inside the tool's pieces and the integral of the magnitude of their winding
 * number, summed over any parts of the box, if the tool as it was made winds nowhere more than once.
 *
 * Let w be the winding number of the pieces, and v that of the tool as it was made, turned and moved without rounding;
 * v is 0 or one other number s, ±1. Then |[w ≠ 0] − s·w| ≤ |[w ≠ 0] − [v ≠ 0]| + |s·v − s·w| ≤ 2·|w − v|, and
 * ∫|w − v| is at most the volume that faces sweep. From stored coordinates to pieces, they sweep movedVolume. Before
 * that, from exact positions to stored coordinates, they move by ≤ slack in the bone's frame (see frameSlack), which is
 * < √3·1.2·slack < 2.1·slack here, and sweep twice that times the area, as in movedVolume.
 * @param moved mm³: movedVolume. @param slack mm: of the tool's frame. @param area mm²: that of movedVolume.
 */
export function onceOff(moved: number, slack: number, area: number): number {
  return 2 * (moved + 5 * slack * area);
}

/**
 * The relative error bound of the determinant of a slanted rotation, and of a quotient by it: six products of three
 * entries ≤ 1.5, five roundings each, < 128u of a determinant near 1.
 */
export const DETERMINANT_ERROR = 128 * UNIT_ROUNDOFF;

/** The widening of a box turned to local coordinates ≤ E, mm: as (a) in movedVolume, twice. */
export function turnSlack(extent: number): number {
  return 32 * UNIT_ROUNDOFF * extent;
}
