// Bounds of the search in nearest-face.wgsl: what may be passed over. ε and the model: see wgsl/common/bounds.wgsl.

// Squares of distances to boxes, times this, are lower bounds: conversions 2ε, square ε, two sums, this product: 6ε; in
// the tool's frame also the pose, |RᵀR − I| ≤ 1e-5 an entry: a length there is worth (1 − 3e-5) in the bone's, its
// square 1 − 6e-5 > 1 − 2^-14.
fn boxFactor(body: u32) -> f32 {
  return select(1.0 - 8.0 * EPSILON, 1.0 - 0x1p-13, body == TOOL);
}

// A box whose distance squared is beyond this holds nothing nearer than `upper`: its square, rounded up.
fn squaredLimit(upper: f32) -> f32 {
  return (1.0 + 8.0 * EPSILON) * upper * upper;
}
