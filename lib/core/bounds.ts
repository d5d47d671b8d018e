// Every rounding bound of the f64 code: formula, derivation, where it is used.
//
// Model (Higham 2002, ch. 2): fl(a ∘ b) = (a ∘ b)(1 + ε), |ε| ≤ u, for + − × ÷ √, barring overflow and underflow, which
// the coordinate range below excludes. γₙ = n·u / (1 − n·u).

/** u, the unit roundoff of f64. */
export const UNIT_ROUNDOFF = 2 ** -53;

/**
 * The range in which the contract holds, on every backend: a mesh's coordinates, a pose's translation and δ are 0 or of
 * a magnitude in it (a translation and δ may be less). What is beyond is refused by name: COORDINATE_RANGE,
 * BAD_DISTANCE. A posed coordinate is ≤ √3·(1 + 2^-16)·2^120 + 2^120 < 2^122, a difference of two < 2^123, a squared
 * length < 2^248: no product of three differences (2^369) or of four squared lengths (2^992) in the stages overflows,
 * nor f32 (2^128), where boxes are kept. No exact expansion loses a bit to underflow: the least bit of a coordinate ≥
 * 2^-160 is ≥ 2^-212, and the product of three such is ≥ 2^-636. All of f32, denormals (≥ 2^-149) included, lies
 * inside. How far apart the scales of two bodies are does not matter: every bound is a share of the largest coordinate
 * at hand, and what it leaves open is computed in expansions or integers, which are as long as they have to be.
 */
export const LARGEST_COORDINATE = 2 ** 120;
export const SMALLEST_COORDINATE = 2 ** -160;

/**
 * A posed coordinate nearer to 0 than this (a product with a tiny entry of the pose) is 0. The least bit of any other
 * is ≥ 2^-302, that of a sub-triangle's corner, 2^-16 of a sum of such, ≥ 2^-318: the product of three is ≥ 2^-954, and
 * no exact expansion underflows.
 */
export const SMALLEST_POSED_COORDINATE = 2 ** -250;

/**
 * s = ((b−a)×(c−a))·(p−a) in plain f64, every difference at most m in magnitude: |fl(s) − s| ≤ 64·u·m³.
 * A component of the cross product is two products of two rounded differences and one subtraction: error ≤ 2m²·γ₄ ≈
 * 8u·m². Times a rounded difference and rounded: 8u·m³ + 2m³·2u = 12u·m³; three of them 36u·m³; two additions of terms
 * that sum to at most 6m³: 12u·m³. 48u·m³ in all; 64 leaves room for the terms in u².
 */
export function planeSideBound(m: number): number {
  return 64 * UNIT_ROUNDOFF * m * m * m;
}

/**
 * Slack, mm, for a length computed in f64 from points of magnitude at most M: 64·u·M.
 * The points themselves: a subdivision corner (iA + jB + kC)/2^L has, per coordinate, three rounded products and two
 * rounded sums of terms that add up to ≤ M: ≤ 4u·M, so ≤ 4√3·u·M < 7u·M as a vector; a closest point a + v·ab + w·ac,
 * with 0 ≤ v, w and v + w ≤ 1 + 2u and |ab|, |ac| ≤ 2M per coordinate, has ≤ 14u·M per coordinate, < 25u·M as a vector.
 * The length of a difference of two such points: differences ≤ 2M per coordinate, three squares, two sums, one root: ≤
 * γ₅·2√3·M < 18u·M. 7 + 25 + 18 = 50 < 64. A support value g·(p − v) with |g| = 1 + O(u) computed has the same or fewer
 * roundings and no closest point in it.
 */
export function lengthSlack(magnitude: number): number {
  return 64 * UNIT_ROUNDOFF * magnitude;
}

/**
 * How far a distance that is given out may be off, mm, M being the largest coordinate: 50·u·M. With the rounding of the
 * point where it was found, ≤ 12u·M (7u·M a coordinate), 62u·M at that point; with that of the leaf's corners 57u·M
 * from the exact minimum: less than lengthSlack both.
 */
export function distanceError(magnitude: number): number {
  return 50 * UNIT_ROUNDOFF * magnitude;
}

/**
 * Whether a computed distance is known to distanceError. `upper` is the computed length between a point of one and a
 * point of the other triangle, `lower` a computed support; no two corners differ by more than e in a coordinate. Upper:
 * a difference w − (s·u + t·v), s and t ≥ 0, s + t ≤ 1 + u, has, per coordinate, 1 + 3 + 1 roundings of at most e, w +
 * m·u − n·v with m and n ≤ 1 has 7: < 12.2u·e as a vector; what s + t exceeds 1 by, √3·u·e; squares, sums and root 2.5u
 * of a length ≤ √3·e: 4.4u·e. 18.4u·e in all. Lower: of g·w a product and two sums and the difference itself,
 * 4u·|g|·√3·e; two of these and their difference, 9√3·u·|g|·e; |g| and the quotient, 3.5u of ≤ √3·e. < 21.7u·e in all.
 * So the exact distance is in [lower − 22u·e, upper + 22u·e]. @param extent e, mm.
 */
export function isDistanceKnown(upper: number, lower: number, extent: number, magnitude: number): boolean {
  return upper - lower + 22 * UNIT_ROUNDOFF * extent <= distanceError(magnitude);
}

/**
 * Where `upper` is above `lower` by no more than this, mm, isDistanceKnown holds for all that lies within ±M: e ≤ 2M,
 * and 2 + 44 < 50.
 */
export function knownGap(magnitude: number): number {
  return 2 * UNIT_ROUNDOFF * magnitude;
}

/**
 * δ′, mm: a sub-triangle is reported where the exact gap between the triangle of its rounded corners and the other
 * surface is at most δ′ = δ + lengthSlack(M + δ), M a bound on all coordinates. Its points are within 7u·M of those of
 * the rounded triangle, as above. So one with a point within δ of the other surface has a gap ≤ δ + 7u·M ≤ δ′ and is
 * reported (G1); and one that is reported has an exact minimum ≤ δ′ + 7u·M ≤ δ + 72u·(M + δ), at most δ plus the
 * 128u·(M + δ) by which the interval's ends are apart at least, or the interval begins at 0 (G2).
 */
export function reportDistance(delta: number, magnitude: number): number {
  return delta + lengthSlack(magnitude + delta);
}

/**
 * What the longest edge of a face in the tool's own frame is taken for, so that its leaf level serves every pose.
 * Entries of RᵀR − I are ≤ 1e-5, so lengths grow by at most √(1 + 3e-5) < 1 + 2^-16; posed corners and lattice points
 * are rounded by < 2·lengthSlack(M) an edge. With lengthSlack(M) ≤ 2^-14·h, where isStretchEnough holds, an edge that
 * is ≤ h after the factor 1 + 2^-12 is ≤ h·(1 + 2^-16)/(1 + 2^-12) + 2^-13·h < h·(1 − 2^-12 + 2^-15 + 2^-13) < h once
 * posed.
 */
export const POSED_STRETCH = 1 + 2 ** -12;

/**
 * See POSED_STRETCH. Where it does not hold, a face's level is that of its posed corners.
 * @param magnitude M, a bound on the posed coordinates.
 */
export function isStretchEnough(magnitude: number, resolution: number): boolean {
  return lengthSlack(magnitude) <= 2 ** -14 * resolution;
}

/**
 * How much longer, mm, an edge between two subdivision corners may be than the edge of the exact sub-triangle: 12·u·M,
 * M a bound on the face's coordinates. A corner (wA + iB + jC)/2^L has, per coordinate, three rounded products that add
 * up to ≤ M, two rounded sums and an exact quotient: ≤ 3u·M. Two of them: 6u·M, < 10.4u·M as a vector.
 */
export function leafEdgeSlack(magnitude: number): number {
  return 12 * UNIT_ROUNDOFF * magnitude;
}

/**
 * Whether a triangle is too thin for its normal to be trusted, from |n|² = |ab×ac|² and L², the longer of |ab|², |ac|²:
 * n carries an error of up to 14u·L² (each component ≤ 8u·L² as above), so where |n| ≤ 8√u·L² the barycentric weights
 * may be wrong by more than the height |n|/L, and the edges decide instead. Only the choice depends on it: every
 * interval is certified afterwards.
 */
export function isSliver(normalSquared: number, longestSquared: number): boolean {
  return normalSquared <= 64 * UNIT_ROUNDOFF * longestSquared * longestSquared;
}

/**
 * Tool frame ← bone frame. With E = max |RᵀR − I|, ‖RᵀR − I‖₂ ≤ 3E, so |Rv| ≥ √(1 − 3E)·|v| ≥ (1 − 3E)·|v|: a distance
 * measured in the tool's frame, times this factor, is a lower bound in the bone's. 8u covers the rounding of E itself.
 */
export function frameShrink(orthonormalityError: number): number {
  return 1 - 3 * (orthonormalityError + 8 * UNIT_ROUNDOFF);
}

/**
 * Slack, mm, of a point taken bone frame → tool frame by the computed inverse of R (entries ≤ 1 + 1e-5; adjugate over
 * determinant: ≤ 16u each): p − t (u·2M), three products and sums with entry error 16u: ≤ 3·(16 + 4)·u·2M < 128u·M per
 * coordinate, and the posed vertex itself, formula of the design, ≤ 8u·M. M bounds |p|, |t| and the tool's own
 * coordinates. < 256u·M as a vector. What is put at 0 moves by < √3·2^-250 as a vector; 2^-249 holds that, and what
 * underflows in these products.
 */
export function frameSlack(magnitude: number): number {
  return 256 * UNIT_ROUNDOFF * magnitude + 2 * SMALLEST_POSED_COORDINATE;
}

/**
 * Whether the direction between two nearest points is worth taking: each end may be off by `slack`, so the direction by
 * 2·slack/|distance| ≤ 2⁻⁹ rad (0.1°). Nearer than that, the face's normal is the direction.
 */
export function isDirectionKnown(distance: number, slack: number): boolean {
  return Math.abs(distance) > 1024 * slack;
}

/**
 * Whether the crossing of an edge with a plane or line may be placed by plain f64 sides s, t of its ends, at s/(s − t)
 * of the way. Coordinate differences: ≤ edge along the edge, ≤ m to the plane's or line's corners. Shewchuk's filter
 * lets a side be wrong by δ ≤ 8u·6m³ in space, 4u·2m² in a plane, so the crossing by edge·2δ/|s − t|. Where edge·extent
 * ≤ 64·|s − t|, extent = m² or m: ≤ 64·96·u·m < 2^13·u·m (in a plane < 2^10·u·m). Nearer to parallel, the sides are
 * computed exactly.
 */
export function isCrossingKnown(edge: number, extent: number, sideDifference: number): boolean {
  return edge * extent <= 64 * Math.abs(sideDifference);
}

/**
 * Slack, mm, for a crossing of an edge and a face that planeFraction places: 2^15·u·M, M a bound on the coordinates.
 * The differences are m ≤ 2M, so along the edge it is wrong by < 2^13·u·m ≤ 2^14·u·M (see isCrossingKnown), and from +
 * fraction·(to − from) rounds by < 8√3·u·M.
 */
export function crossingSlack(magnitude: number): number {
  return 2 ** 15 * UNIT_ROUNDOFF * magnitude;
}
