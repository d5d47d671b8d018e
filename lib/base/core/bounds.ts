// Every rounding bound of the f64 code: its formula, its derivation and where it is used.
//
// The model of arithmetic (N. J. Higham, "Accuracy and Stability of Numerical Algorithms", 2nd edition, 2002, chapters
// 2 and 3): fl(a ∘ b) = (a ∘ b)(1 + ε) with |ε| ≤ u for + − × ÷ √, as long as nothing overflows or underflows, which
// the coordinate range below ensures. γₙ = n·u / (1 − n·u) bounds the relative error of n roundings.

/** u, the unit roundoff of f64. */
export const UNIT_ROUNDOFF = 2 ** -53;

/**
 * The range in which the contract holds, on every backend. A mesh's coordinates, a pose's translation and δ are 0 or
 * have a magnitude in this range; a translation and δ may also be smaller. Any other value is refused with the code
 * COORDINATE_RANGE or BAD_DISTANCE.
 *
 * Nothing overflows: a posed coordinate is ≤ √3·(1 + 2^-16)·2^120 + 2^120 < 2^122, a difference of two is < 2^123, and
 * a squared length is < 2^248. So no product of three differences (2^369) or of four squared lengths (2^992) in the
 * stages overflows, and no box overflows f32 (2^128), in which boxes are kept.
 *
 * No exact expansion loses a bit to underflow: the least bit of a coordinate ≥ 2^-160 is ≥ 2^-212, and the product of
 * three such bits is ≥ 2^-636. All of f32, denormals (≥ 2^-149) included, lies inside the range.
 *
 * The ratio of two bodies' scales does not matter: every bound is a fraction of the largest coordinate at hand, and
 * what a bound leaves undecided is computed in expansions or integers of sufficient length.
 */
export const LARGEST_COORDINATE = 2 ** 120;
export const SMALLEST_COORDINATE = 2 ** -160;

/**
 * A posed coordinate that is nearer to 0 than this (a product with a tiny entry of the pose) is stored as 0. The least
 * bit of any other posed coordinate is ≥ 2^-302. The least bit of a sub-triangle's corner, which is 2^-16 of a sum of
 * posed coordinates, is ≥ 2^-318. So the product of three is ≥ 2^-954, and no exact expansion underflows.
 */
export const SMALLEST_POSED_COORDINATE = 2 ** -250;

/**
 * The error of s = ((b−a)×(c−a))·(p−a) in plain f64, where every difference is at most m in magnitude: |fl(s) − s| ≤
 * 64·u·m³.
 *
 * A component of the cross product is two products of two rounded differences and one subtraction; its error is ≤
 * 2m²·γ₄ ≈ 8u·m². Its product with a rounded difference, rounded, has the error 8u·m³ + 2m³·2u = 12u·m³, and three of
 * these have 36u·m³. The two additions of terms that sum to at most 6m³ add 12u·m³. The sum is 48u·m³; the rest
 * of the 64 covers the terms in u².
 */
export function planeSideBound(m: number): number {
  return 64 * UNIT_ROUNDOFF * m * m * m;
}

/**
 * Slack, mm, for a length computed in f64 from points of magnitude at most M: 64·u·M.
 *
 * The points themselves: a subdivision corner (iA + jB + kC)/2^L has, per coordinate, three rounded products and two
 * rounded sums of terms that add up to ≤ M. Its error is ≤ 4u·M per coordinate, so ≤ 4√3·u·M < 7u·M as a vector. A
 * closest point a + v·ab + w·ac, with 0 ≤ v, w and v + w ≤ 1 + 2u and |ab|, |ac| ≤ 2M per coordinate, has an error ≤
 * 14u·M per coordinate, so < 25u·M as a vector.
 *
 * The length of a difference of two such points: the differences are ≤ 2M per coordinate, and three squares, two sums
 * and one root follow. Their error is ≤ γ₅·2√3·M < 18u·M.
 *
 * The sum is 7 + 25 + 18 = 50 < 64. A support value g·(p − v) with a computed |g| = 1 + O(u) has the same roundings or
 * fewer, and involves no closest point.
 */
export function lengthSlack(magnitude: number): number {
  return 64 * UNIT_ROUNDOFF * magnitude;
}

/**
 * The greatest error of a reported distance, mm: 50·u·M, where M is the largest coordinate. With the rounding of the
 * point where the distance was found, < 13u·M (7u·M per coordinate), the error is 63u·M at that point. With the
 * rounding of the leaf's corners, it is 57u·M from the exact minimum. Both are less than lengthSlack.
 */
export function distanceError(magnitude: number): number {
  return 50 * UNIT_ROUNDOFF * magnitude;
}

/**
 * Whether a computed distance is known to within distanceError. `upper` is the computed length between a point of one
 * triangle and a point of the other, `lower` is a computed support, and no two corners differ by more than e in a
 * coordinate.
 *
 * Upper: a difference w − (s·u + t·v), where u and v stand for edges in the products, with s and t ≥ 0 and s + t ≤ 1 +
 * u, has 1 + 3 + 1 roundings of at most e per coordinate; w + m·u − n·v with m and n ≤ 1 has 7. So its error is <
 * 12.2u·e as a vector. The excess of s + t over 1 adds √3·u·e. The squares, sums and root add 2.5u of a length ≤ √3·e,
 * which is 4.4u·e. The sum is 18.4u·e.
 *
 * Lower: the product and the two sums of g·w, and the difference w itself, have the error 4u·|g|·√3·e. Two of these and
 * their difference have 9√3·u·|g|·e. |g| and the quotient add 3.5u of ≤ √3·e. The sum is < 21.7u·e.
 *
 * So the exact distance is in [lower − 22u·e, upper + 22u·e].
 * @param extent e, mm.
 */
export function isDistanceKnown(upper: number, lower: number, extent: number, magnitude: number): boolean {
  return upper - lower + 22 * UNIT_ROUNDOFF * extent <= distanceError(magnitude);
}

/**
 * A gap, mm, at which a distance is always known: if `upper` exceeds `lower` by no more than this, isDistanceKnown
 * holds for everything within ±M, since then e ≤ 2M, and 2 + 44 < 50.
 */
export function knownGap(magnitude: number): number {
  return 2 * UNIT_ROUNDOFF * magnitude;
}

/**
 * δ′, mm: a sub-triangle is reported if the exact gap between the triangle of its rounded corners and the other surface
 * is at most δ′ = δ + lengthSlack(M + δ), where M bounds all coordinates. The points of the exact sub-triangle are
 * within 7u·M of those of the rounded triangle (see lengthSlack).
 *
 * G1: a sub-triangle with a point within δ of the other surface has a gap ≤ δ + 7u·M ≤ δ′, so it is reported.
 *
 * G2: the exact minimum of a reported sub-triangle is ≤ δ′ + 7u·M ≤ δ + 72u·(M + δ). That is at most δ plus 128u·(M +
 * δ), and the ends of the interval are at least 128u·(M + δ) apart, or the interval begins at 0.
 */
export function reportDistance(delta: number, magnitude: number): number {
  return delta + lengthSlack(magnitude + delta);
}

/**
 * The factor by which edges of a face in its own frame are lengthened before they are compared with h, so that one
 * division serves every pose, and bone and tool alike.
 *
 * The entries of RᵀR − I are ≤ 1e-5, so lengths grow by at most √(1 + 3e-5) < 1 + 2^-16. The rounding of posed corners
 * and lattice points changes an edge by < 2·lengthSlack(M), and lengthSlack(M) ≤ 2^-14·h if isStretchEnough holds. So
 * an edge that is ≤ h after the factor 1 + 2^-12 is ≤ h·(1 + 2^-16)/(1 + 2^-12) + 2^-13·h < h·(1 − 2^-12 + 2^-15 +
 * 2^-13) < h once posed.
 */
export const POSED_STRETCH = 1 + 2 ** -12;

/**
 * Whether POSED_STRETCH covers the rounding. If not, a face is divided by its posed corners.
 * @param magnitude M, a bound on the posed coordinates.
 */
export function isStretchEnough(magnitude: number, resolution: number): boolean {
  return lengthSlack(magnitude) <= 2 ** -14 * resolution;
}

/**
 * How much longer, mm, an edge between two subdivision corners may be than the edge of the exact sub-triangle: 12·u·M,
 * where M bounds the coordinates. A corner (wA + iB + jC)/2^L has, per coordinate, three rounded products that
 * add up to ≤ M, two rounded sums and an exact quotient; its error is ≤ 3u·M. Two corners have 6u·M, which is < 10.4u·M
 * as a vector.
 */
export function leafEdgeSlack(magnitude: number): number {
  return 12 * UNIT_ROUNDOFF * magnitude;
}

/**
 * Whether a triangle is too thin for its normal to be trusted, from |n|² = |ab×ac|² and L², the larger of |ab|² and
 * |ac|². n carries an error of up to 14u·L² (each component ≤ 8u·L², see planeSideBound). So if |n| ≤ 8√u·L², the
 * barycentric weights may be wrong by more than the height |n|/L, and the edges decide instead. Only the choice of the
 * method depends on this test: every interval is certified afterwards.
 */
export function isSliver(normalSquared: number, longestSquared: number): boolean {
  return normalSquared <= 64 * UNIT_ROUNDOFF * longestSquared * longestSquared;
}

/**
 * The factor that turns a distance measured in the tool's frame into a lower bound in the bone's frame. With E = max
 * |RᵀR − I|, ‖RᵀR − I‖₂ ≤ 3E, so |Rv| ≥ √(1 − 3E)·|v| ≥ (1 − 3E)·|v|. 8u covers the rounding of E itself.
 */
export function frameShrink(orthonormalityError: number): number {
  return 1 - 3 * (orthonormalityError + 8 * UNIT_ROUNDOFF);
}

/**
 * Slack, mm, for a point that the computed inverse of R takes from the bone's frame to the tool's. The inverse is the
 * adjugate over the determinant; its entries are ≤ 1 + 1e-5, each with an error ≤ 16u.
 *
 * p − t has the error u·2M. Three products and sums with the entries' error 16u have ≤ 3·(16 + 4)·u·2M < 128u·M per
 * coordinate. The posed vertex itself (see posePositions) has ≤ 8u·M. M bounds |p|, |t| and the tool's own coordinates.
 * The sum is < 256u·M as a vector. A point whose coordinates are stored as 0 moves by < √3·2^-250; 2^-249 covers that
 * and any underflow in these products.
 */
export function frameSlack(magnitude: number): number {
  return 256 * UNIT_ROUNDOFF * magnitude + 2 * SMALLEST_POSED_COORDINATE;
}

/**
 * A computed distance of two stored points, times this and rounded, is no less than the exact one: 1 + 8u. A difference
 * has the error u, its square 3u, the two sums 2u more; the root has half of that and u: 3.5u. The product rounds by u.
 */
export const OUTWARD = 1 + 8 * UNIT_ROUNDOFF;

/**
 * Slack, mm, for half a side of an oriented box, so that the posed box holds the points that Rᵀ(p − t) puts in it:
 * (128u + 7E)·M + 2^-249. M bounds the coordinates of the points, of the local corners and of t; E ≤ 1e-5 is the pose's
 * orthonormalityError, which has an error of at most 4u.
 *
 * Local coordinates: a rounded difference of at most 2M, three products and two sums, with Σ|R| ≤ √3·(1 + E) per
 * column, have an error of 4u·√3·2M < 14u·M. The exact ones are y = R⁻¹(p − t) = (RᵀR)⁻¹·Rᵀ(p − t), |y| ≤ 2√3·M·(1 +
 * 2E). They differ from Rᵀ(p − t) by (I − RᵀR)·y, per coordinate by (E + 4u)·√3·|y| < (6.1E + 25u)·M.
 *
 * Posed corners have an error of 8u·M per coordinate (see frameSlack), 14u·M as a vector. So conv(stored corners) ⊕ C,
 * where C is a ball of radius 14u·M, contains the exact box. That box in turn contains B ⊕ C, where B is the box with
 * each half side 15u·M shorter. For convex bodies, A ⊕ C ⊇ B ⊕ C implies A ⊇ B (H. Rådström, "An embedding theorem for
 * spaces of convex sets", 1952). The sum is (6.1E + 54u)·M, plus u·M for adding the slack. 2^-249 is as in frameSlack.
 */
export function boxSlack(magnitude: number, orthonormalityError: number): number {
  return (128 * UNIT_ROUNDOFF + 7 * orthonormalityError) * magnitude + 2 * SMALLEST_POSED_COORDINATE;
}

/**
 * Whether the direction between two nearest points can be relied on. Each point may be off by `slack`, so the direction
 * may be off by 2·slack/|distance| ≤ 2⁻⁹ rad (0.1°). If the points are nearer to each other than that, the face's
 * normal is taken as the direction.
 */
export function isDirectionKnown(distance: number, slack: number): boolean {
  return Math.abs(distance) > 1024 * slack;
}

/**
 * Whether the crossing of an edge with a plane or line may be placed at s/(s − t) of the way, where s, t are the sides
 * of the edge's ends in plain f64.
 *
 * Coordinate differences are ≤ edge along the edge, and ≤ m to the corners of the plane or line. Shewchuk's filter
 * admits an error δ ≤ 8u·6m³ of a side in space and 4u·2m² in a plane, so the crossing is off by at most edge·2δ/|s −
 * t|. If edge·extent ≤ 64·|s − t|, with extent = m² or m, that is ≤ 64·96·u·m < 2^13·u·m (in a plane ≤ 2^10·u·m). If
 * the edge is closer to parallel than that, the sides are computed exactly.
 */
export function isCrossingKnown(edge: number, extent: number, sideDifference: number): boolean {
  return edge * extent <= 64 * Math.abs(sideDifference);
}

/**
 * Slack, mm, for a crossing of an edge and a face that planeFraction places: 2^15·u·M, where M bounds the coordinates.
 * The differences are m ≤ 2M, so the crossing is wrong by < 2^13·u·m ≤ 2^14·u·M along the edge (see isCrossingKnown),
 * and from + fraction·(to − from) rounds by < 8√3·u·M.
 */
export function crossingSlack(magnitude: number): number {
  return 2 ** 15 * UNIT_ROUNDOFF * magnitude;
}
/**
 * The error of f(t) = n·q in plain f64, n = e × g, where e, g, q are differences that move linearly, given by their
 * largest magnitudes at both ends: 160·u·e·g·q. It holds for f's Bernstein coefficients, after at most five halvings,
 * and for its values in [0, 1].
 *
 * A rounded difference has the relative error u. A coefficient of a component of n: at the ends two products (3u·eg
 * each) and a difference (2u·eg), 8u·eg; between them half of four products and three sums, 10u·eg; it is ≤ 2eg. A dot
 * product of a coefficient of n and one of q: three products of 10u·eg·q + 2eg·2u·q, two sums of ≤ 4egq and 6egq, a
 * total of 52u·egq. A mean of three such, one and twice another, a sum of 18egq and a quotient: < 64u·egq; f and its
 * coefficients are ≤ 6egq. A halving rounds three times, ≤ 18u·egq; five, 90u·egq. A value by de Casteljau's scheme:
 * three steps, in each 3u of ≤ 6egq, 54u·egq. 64 + 90 < 160; the rest covers the terms in u².
 */
export function coplanarityBound(e: number, g: number, q: number): number {
  return 160 * UNIT_ROUNDOFF * e * g * q;
}

/**
 * The error of a barycentric coordinate times n·n, in Bernstein coefficients and values as above: 480·u·S, where S =
 * eg·(eg + gq + eq).
 *
 * It is n·n, n·(q × g) or n·(e × q), or a difference of these. A dot product of a coefficient of n and one of another
 * cross product, ≤ 2p, has three products of 10u·eg·2p + 2eg·10u·p + 4u·eg·p and two sums: 44·3 + 20 = 152u·eg·p; it is
 * ≤ 12eg·p. The middle coefficient is (x + 4y + z)/6 of three such: < 200u·eg·p. Two differences of three: 200u·S and
 * 24u·S. A value by de Casteljau's scheme: four steps, in each 3u of ≤ 12S, 144u·S. 224 + 144 < 480.
 */
export function barycentricBound(e: number, g: number, q: number): number {
  const eg = e * g;
  return 480 * UNIT_ROUNDOFF * eg * (eg + g * q + e * q);
}

/**
 * The error of f(t), t in [0, 1] and 1 − t exact, in pairs of f64 whose sums and products have relative errors of at
 * most 7u² (see coplanarityBound for f, and lib/questions/motion/impact/coplanarity-root.ts): 4096·u²·egq.
 *
 * Let ε = 7u²; the differences are exact as pairs. A component of a cross product: two products, ε·eg each, and a
 * difference, 2ε·eg: 4ε·eg; it is ≤ 2eg. Its product with a difference: 6ε·egq; three of them and two sums, 28ε·egq;
 * the result is ≤ 6egq. A component of the sum of two cross products, ≤ 4eg: 12ε·eg; three products and two sums:
 * 68ε·egq; added to three others: 114ε·egq, all ≤ 18egq. f(t) = ((f₀s + f₁t)·s + f₂t²)·s + f₃t³: f₀s has 34ε·egq, f₁t
 * 132ε·egq and their sum 190ε·egq; times s, 214ε·egq; with f₂t², 388ε·egq; times s, 430ε·egq; with f₃t³, whose factor
 * is rounded too, 518ε·egq = 3626·u²·egq. The rest covers terms in u³; the low part of a pair does not change its sign.
 *
 * @param size e·g·q.
 */
export function fineCoplanarityBound(size: number): number {
  return 4096 * UNIT_ROUNDOFF * UNIT_ROUNDOFF * size;
}

/**
 * Slack, mm, for the distance of a face to a centre that moves on a line, and for a tangent to that distance, if all
 * coordinates and the radius are at most M: 128·u·M.
 *
 * The centre from + t·way: a rounded difference of at most 2M, a product and a sum, ≤ 5u·M per coordinate, < 9u·M as a
 * vector. Its distance, and the support along the direction g that was found: lengthSlack, 64u·M. The length of g is 1
 * + 4u: on a support of at most 2√3·M, 14u·M. The slope g·way: a rounded difference, three products and two sums of at
 * most 2√3·M together, < 21u·M in a time of at most 1. Subtracting the radius and the slack: 8u·M. The sum is 116u·M.
 */
export function sweepSlack(magnitude: number): number {
  return 128 * UNIT_ROUNDOFF * magnitude;
}

/**
 * How near a centre has to come to a face, mm, before the face can change the result of a sweep: r + 4·slack, with
 * slack from sweepSlack. A face whose distance stays above that until the end of the reported interval need not be
 * tried.
 *
 * The interval of a face begins at a time at which its exact distance is at most r + 2·slack: there a step by the
 * remaining distance is zero or is lost in the rounding of the time (9u of a way of 2√3·M, 32u·M), so the computed
 * distance is at most r + slack + 32u·M, with an error of 64u·M; or it is at most 2^-50 before contact (28u·M). The
 * time at which a box grown by this distance is reached is computed with an error of at most 40u·M, so this time is no
 * later than the beginning of the interval of any face in the box. The result itself is rounded by 2u·M.
 */
export function sweepReach(radius: number, slack: number): number {
  return radius + 4 * slack;
}

/**
 * How near a centre has to come to a face, mm, to prove that the reported interval ends by then: r − 32·slack, with
 * slack from sweepSlack. If this is below 0, there is no such distance.
 *
 * In time 1 the distance falls by no more than the length of the way. The first time tried as the end of the face's
 * interval is s after its beginning. The distance falls by at most 4·slack in s, so s is early enough. If the distance
 * at s is not proved to be at most r, that is, if it is above r − 2·slack, 4·s is tried. In time s the distance then
 * fell by at most 4·slack, and as it is convex, it needs at least 7·s more to lose the rest. Hence 4·s is early enough
 * too; and so on. An exact interval ends at most 2^-50 after contact, and the distance changes by less than slack in
 * that time.
 */
export function sweepDepth(radius: number, slack: number): number {
  return radius - 32 * slack;
}

/**
 * Slack, mm, for distances d − r to a sphere or capsule, where M bounds r and the coordinates of its axis and of the
 * points and triangles: 96·u·M.
 *
 * A triangle: d has an error of distanceError, 50u·M, a sub-triangle's corners of 7u·M. As d ≤ 2√3·M, d − r rounds by <
 * 3.5u·M, and so does d − r ± slack. The sum is 64u·M.
 *
 * A point p and the segment from a along e, computed as |w − t·e|, w = p − a, t = w·e / e·e in [0, 1]. The error of w·e
 * is 5u·|w|·|e|, of e·e 7u relatively, so of t 13u·|w|/|e|, and of the point on the axis 13u·|w| < 46u·M along it. w −
 * t·e has four roundings per coordinate of at most 2M, < 14u·M as a vector; its length 18u·M, d − r 3.5u·M. Sum: 82u·M.
 *
 * A ball about a triangle, d − its radius: 82u·M, 18u·M for the radius and 7u·M for corners: less than twice 96.
 */
export function roundSlack(magnitude: number): number {
  return 96 * UNIT_ROUNDOFF * magnitude;
}

/**
 * Slack, mm, between the distance at a stored pose of a motion and that of the exact motion at the same time, if all
 * coordinates are at most M: 256·u·M.
 *
 * An entry of the turn: sine and cosine (2u), two products and a sum, ≤ 8u; times a rotation, three products and two
 * sums, ≤ 8·√3·u + 3u < 17u per entry. A posed coordinate: 17u·√3 times a local coordinate of at most M, and the five
 * roundings of its formula, < 35u·M; the origin's path: three products with factors of at most 1 with an error of 8u, <
 * 30u·M. So 65u·M per coordinate and 113u·M as a vector. lengthSlack of the distance, 64u·M; a speed and the step
 * computed from it, ≤ 30u·M. The sum is 207u·M.
 */
export function strokeSlack(magnitude: number): number {
  return 256 * UNIT_ROUNDOFF * magnitude;
}

/**
 * Slack, s, for a time between those of two poses, start + t·(end − start) with t in [0, 1], if no time exceeds `most`
 * in magnitude: 8·u·most.
 *
 * The rounded difference is ≤ 2·most and has an error of 2u·most; its product with t, rounded, has one of 4u·most. The
 * sum, which is ≤ most apart from these errors, rounds by u·most; subtracting or adding the slack rounds by another
 * u·most. The total is 6u·most; the rest of the 8 covers the terms in u².
 */
export function stepTimeSlack(most: number): number {
  return 8 * UNIT_ROUNDOFF * most;
}
