// Two triangles → certified lower bounds of their distance: by their boxes on the grid, and along a direction.
//
// Separating axes: S. Gottschalk et al., 1996. On the CPU the same test, along directions of its own choice, is
// gapAlongNormal in lib/geometry/triangles/triangle-distance.ts and fartherApart in
// lib/geometry/triangles/separating-axis.ts.

// Least gap of the boxes on each axis, in units, minus the errors of a corner of each together; negative if they
// overlap.
fn boxGap(a: array<vec3i, 3>, b: array<vec3i, 3>, error: i32) -> vec3i {
  let above = min(a[0], min(a[1], a[2])) - max(b[0], max(b[1], b[2]));
  let below = min(b[0], min(b[1], b[2])) - max(a[0], max(a[1], a[2]));
  return max(above, below) - error;
}

// Least and greatest g·p over the triangle.
fn extentAlong(g: vec3f, p: array<vec3f, 3>) -> vec2f {
  let along = vec3f(dot(g, p[0]), dot(g, p[1]), dot(g, p[2]));
  let bound = vec3f(alongBound(g, p[0]), alongBound(g, p[1]), alongBound(g, p[2]));
  let low = along - bound;
  let high = along + bound;
  return vec2f(min(low.x, min(low.y, low.z)), max(high.x, max(high.y, high.z)));
}

// A lower bound of the distance, from the gap along g.
fn separation(g: vec3f, a: array<vec3f, 3>, b: array<vec3f, 3>, q: f32) -> f32 {
  let x = extentAlong(g, a);
  let y = extentAlong(g, b);
  return alongLower(g, max(x.x - y.y, y.x - x.y), q);
}
