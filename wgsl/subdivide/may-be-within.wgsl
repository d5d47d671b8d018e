// A sub-triangle and a face of the other body → whether they may come within a distance. No false negatives.

// Corners on the grid; error: of a corner of each together, units per coordinate; maxDistance in widths. Compares the
// boxes, then tries separating axes: between the centroids, and both normals.
fn mayBeWithin(a: array<vec3i, 3>, b: array<vec3i, 3>, error: i32, maxDistance: f32) -> bool {
  if (boxLower(boxGap(a, b, error)) > maxDistance) {
    return false;
  }
  let p = array<vec3f, 3>(vec3f(0.0), local(a[1], a[0]), local(a[2], a[0]));
  let r = array<vec3f, 3>(local(b[0], a[0]), local(b[1], a[0]), local(b[2], a[0]));
  let q = f32(error) * WIDTHS_PER_UNIT;
  let between = r[0] + r[1] + r[2] - (p[1] + p[2]);
  return separation(between, p, r, q) <= maxDistance
    && separation(cross(p[1], p[2]), p, r, q) <= maxDistance
    && separation(cross(r[1] - r[0], r[2] - r[0]), p, r, q) <= maxDistance;
}
