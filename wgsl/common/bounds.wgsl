// Bounds of the f32 arithmetic on triangles: what a sign must exceed to be proved, and the error of a distance.
//
// Model: + − × give one of the two f32 next to the exact result, i32 → f32 likewise: relative error ≤ ε = 2^-23. Sums
// may be reassociated and fused, products distributed over them: a term of a sum of n goes through at most n − 1
// additions. ÷ errs by 2.5 ulp ≤ 3ε, √ = 1 / inverseSqrt by ≤ 5ε, so the length of a computed vector errs by ≤ 8ε
// (squares ε, sums 2ε, half of that, √). Coordinates are differences of grid integers in widths: 0 or ≥ 2^-30, ≤ 1. q:
// the greatest error of such a difference, per coordinate, in widths; ≥ 2^-30. Constants are taken larger than the sum
// of the terms: the spare, ≥ 2^-14 of each, covers products of errors and the rounding of the bound itself.

const EPSILON: f32 = 0x1p-23;
const ROOT_3_ABOVE: f32 = 1.7322;

fn sumOf(x: vec3f) -> f32 {
  return x.x + x.y + x.z;
}

// For each axis i, with j and k the other two: |x_j·y_k| + |x_k·y_j|.
fn crossSums(x: vec3f, y: vec3f) -> vec3f {
  return abs(x.yzx * y.zxy) + abs(x.zxy * y.yzx);
}

// |computed − true (u×v)·w|. Six terms of three factors: three conversions, two products, at most five additions:
// 10ε·Σ|terms|. Factors with an error ≤ q each: one such factor in a term, q·Σ|products of two on different axes|; two,
// 2q²·Σ|coordinates|; three, 6q³. Terms are multiples of 2^-90: nothing underflows.
fn planeSideBound(u: vec3f, v: vec3f, w: vec3f, q: f32) -> f32 {
  let uv = crossSums(u, v);
  let pairs = sumOf(uv) + sumOf(crossSums(v, w)) + sumOf(crossSums(w, u));
  let coordinates = sumOf(abs(u) + abs(v) + abs(w));
  return 10.01 * EPSILON * dot(uv, abs(w)) + 1.0001 * q * (pairs + 2.0 * q * (coordinates + 3.0 * q));
}

// The most by which g·x may differ from its computed value: 4ε·Σ|terms| for conversion, product and two additions, and
// ε more for adding this bound to it.
fn alongBound(g: vec3f, x: vec3f) -> f32 {
  return 5.01 * EPSILON * dot(abs(g), abs(x));
}

// Below this, |g|² may have lost more than ε to underflow (3·2^-126), and g has no direction.
const LEAST_SQUARED: f32 = 0x1p-96;

// Lower bound of the distance between points whose true coordinates along g are at least `gap` apart, up to one
// rounding of gap and q in each coordinate. The input costs q·Σ|g|. |g| errs by 8ε, the difference ε, the quotient 3ε,
// the product ε: 13ε, taken as 16ε. Underflow in g·x, ≤ 3·2^-126, is within the spare of q·Σ|g| ≥ 2^-78.
fn alongLower(g: vec3f, gap: f32, q: f32) -> f32 {
  let squared = dot(g, g);
  let proved = gap * (1.0 - 3.0 * EPSILON) - 1.0001 * q * sumOf(abs(g));
  if (squared < LEAST_SQUARED || proved <= 0.0) {
    return 0.0;
  }
  return proved / sqrt(squared) * (1.0 - 16.0 * EPSILON);
}

// Bounds the length of the error of the computed vector Σwᵢpᵢ − Σwᵢqᵢ, without the errors of pᵢ and qᵢ. `spread` is
// Σwᵢ|pᵢ| + Σwᵢ|qᵢ| by coordinate. There are six terms: conversion, product and five additions cost 7ε. The weights are
// ≥ 0 and stand for the weights divided by their sum; a sum that differs from 1 by ≤ 2ε costs 2ε. The spare of the
// input's errors covers the underflow of a small weight's product.
fn betweenBound(spread: vec3f) -> f32 {
  return 9.01 * EPSILON * length(spread);
}

// Upper bound of the true distance between these two points: the computed one (8ε), betweenBound, √3·q; one addition.
fn betweenUpper(distance: f32, spread: vec3f, q: f32) -> f32 {
  return distance * (1.0 + 12.0 * EPSILON) + betweenBound(spread) + ROOT_3_ABOVE * q;
}

// Lower bound of the distance between points of two boxes whose true coordinates are at least `gap` apart on each axis:
// conversion ε, length 8ε, product ε. It is low enough that a computed distance of such points (its own 8ε, and 2ε for
// the comparison with a rounded sum) cannot be less, except by betweenBound. 20ε, taken as 24ε.
fn boxLower(gap: vec3i) -> f32 {
  return length(vec3f(max(gap, vec3i(0))) * WIDTHS_PER_UNIT) * (1.0 - 24.0 * EPSILON);
}

// A triangle with n = u×v and |n|² ≤ this times L⁴, L the longer of |u|, |v|, is also measured by its edges: n errs by
// up to 4ε·2L² in each component, 14ε·L² in length, so its weights may be wrong by more than its height |n| / L. Only
// the choice of weights depends on it.
const SLIVER: f32 = 64.0 * EPSILON;
