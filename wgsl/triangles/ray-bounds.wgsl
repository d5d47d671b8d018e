// Bounds of the arithmetic of ray-face.wgsl: what a sign must exceed to be proved.
//
// Model: + − × give one of the two f32 next to the exact result, i32 → f32 likewise: relative error ≤ ε = 2^-23; sums
// may be reassociated and fused, which rounds no more often. x, y, z are corners as seen from the ray's origin, in
// widths: integers times 2^-30, converted once. q: the greatest error, per coordinate, of the exact difference that the
// integer stands for. Every factor is 0 or ≥ 2^-30 and at most three are multiplied: nothing underflows. The constants'
// spare (a factor 2, or 2^-10 = 2^13·ε) covers the rounding of the bounds themselves.

// x.x·y.y − x.y·y.x. Each product has two converted factors and its own rounding, then the difference: 4ε·s, s =
// |x.x·y.y| + |x.y·y.x|; taken: 8ε·s. A factor with the error q changes a product by at most q·(sum of its factors) +
// q²: q·Σ|coordinate| + 2q² in all.
fn edgeBound(x: vec2f, y: vec2f, q: f32) -> f32 {
  let s = abs(x.x * y.y) + abs(x.y * y.x);
  let sum = abs(x.x) + abs(x.y) + abs(y.x) + abs(y.y);
  return 0x1p-20 * s + 1.0009765625 * q * (sum + 2.0 * q);
}

// edges·depths, each edge function within its bound. A term e·d: the edge's error meets |d| + q, the depth's error q
// meets |e|; the depth's conversion, the product and two sums round: 4ε·|e·d|; taken: 8ε.
fn depthBound(edges: vec3f, bounds: vec3f, depths: vec3f, q: f32) -> f32 {
  let e = abs(edges);
  let d = abs(depths);
  return 1.0009765625 * (dot(bounds, d + q) + q * (e.x + e.y + e.z)) + 0x1p-20 * dot(e, d);
}
