// Bounds of searches for the nearest face: what may be skipped. ε and the model: see wgsl/common/bounds.wgsl.

// A lower bound in the bone's frame for a unit length in the body's own. The tool's pose has |RᵀR − I| ≤ 1e-5 per
// entry: 1 − 3e-5 > 1 − 2^-14 + 3e-5.
fn ownFactor(body: u32) -> f32 {
  return select(1.0, 1.0 - 0x1p-14, body == TOOL);
}

// Squares of distances to boxes, times this, are lower bounds: conversions 2ε, square ε, two sums, this product: 6ε;
// in the tool's frame also the pose, whose square is 1 − 6e-5 > 1 − 2^-14.
fn boxFactor(body: u32) -> f32 {
  return select(1.0 - 8.0 * EPSILON, 1.0 - 0x1p-13, body == TOOL);
}

// A lower bound of the root of a lower bound: √ errs by 5ε, the product by ε.
fn rootBelow(squared: f32) -> f32 {
  return sqrt(squared) * (1.0 - 8.0 * EPSILON);
}

// A box whose distance squared is beyond this holds no face whose faceLower is not beyond `upper`: as integers the gap
// to a face's box is at least that to a box around it; rounded, each square errs by 6ε, so that the face's is at least
// (1 − 14ε) of the other's; its rootBelow is at least √((1 + 64ε)(1 − 3ε)(1 − 14ε))·(1 − 14ε) > 1 times `upper`.
fn squaredLimit(upper: f32) -> f32 {
  return (1.0 + 64.0 * EPSILON) * upper * upper;
}

// What a list leaves out is farther than its nearest face by more than the width of certified distances, and by more
// than a length may change from frame to frame: distances up to the list's are enlarged by this factor, and by this
// many units.
const ABOVE_FACTOR: f32 = 1.0 + 0x1p-12;
const ABOVE_UNITS: f32 = 64.0;

fn wellAbove(distance: f32) -> f32 {
  return distance * ABOVE_FACTOR + ABOVE_UNITS * WIDTHS_PER_UNIT;
}

// A vector along x of length at most 1: the computed length errs by 8ε, the quotient by 3ε, the product by ε.
fn shortened(x: vec3f) -> vec3f {
  return x / length(x) * (1.0 - 16.0 * EPSILON);
}

// How far L + g·x may exceed the value for the true points: conversion, product and two additions of g·x 4ε, one more
// for L, one for this bound, of Σ|terms|, taken 8ε; and g·(error of p and of a corner), q per coordinate.
fn supportBound(support: vec4f, x: vec3f, q: f32) -> f32 {
  let terms = abs(support.w) + dot(abs(support.xyz), abs(x));
  return 8.0 * EPSILON * terms + 1.0001 * q * sumOf(abs(support.xyz));
}
