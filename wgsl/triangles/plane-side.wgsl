// A triangle and points → on which side of its plane they lie, if f32 proves it.
//
// CPU twin: lib/geometry/triangles/plane-side.ts, which is exact.

// 1 if ((b−a)×(c−a))·(p−a) > 0 is proved (a, b, c run counter-clockwise seen from p), −1 if < 0 is, else 0. q: see
// planeSideBound. planeSide(p, q, a, b) is also the side on which line pq passes line ab.
fn planeSide(a: vec3i, b: vec3i, c: vec3i, p: vec3i, q: f32) -> i32 {
  let u = local(b, a);
  let v = local(c, a);
  let w = local(p, a);
  let side = dot(cross(u, v), w);
  let bound = planeSideBound(u, v, w, q);
  return select(0, 1, side > bound) - select(0, 1, side < -bound);
}

// planeSide of the three corners of b about the plane of a.
fn cornerSides(a: array<vec3i, 3>, b: array<vec3i, 3>, q: f32) -> vec3i {
  return vec3i(
    planeSide(a[0], a[1], a[2], b[0], q),
    planeSide(a[0], a[1], a[2], b[1], q),
    planeSide(a[0], a[1], a[2], b[2], q),
  );
}
