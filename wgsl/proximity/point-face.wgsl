// A point and a face → a certified interval of their distance, and lower bounds that cost less.
// nearest-face-bounds.wgsl comes before. CPU twins: lib/geometry/triangles/point-triangle.ts,
// lib/index/proximity/face-support.ts.

// upper: the face is no farther, lower: no face that was measured is nearer, in widths.
struct NearestFace {
  face: u32,
  upper: f32,
  lower: f32,
}

// A point: in the bone's frame, with the error of it and of a corner of the body together, units per coordinate; in the
// frame of the body, that of the BVH, and its error there.
struct Asked {
  point: vec3i,
  error: i32,
  own: vec3i,
  ownError: i32,
}

// Lower bound of the distance to the triangle: for any g, every point y of it has |y| ≥ g·y / |g| ≥ the least of the
// corners.
fn supportLower(g: vec3f, a: vec3f, b: vec3f, c: vec3f, q: f32) -> f32 {
  let along = vec3f(dot(g, a) - alongBound(g, a), dot(g, b) - alongBound(g, b), dot(g, c) - alongBound(g, c));
  return alongLower(g, min(along.x, min(along.y, along.z)), q);
}

// The triangle a, b, c as seen from the point, in widths. The bounds hold whatever rounding did to the choice of the
// nearest point.
fn measureFace(face: u32, a: vec3f, b: vec3f, c: vec3f, q: f32) -> NearestFace {
  let u = b - a;
  let v = c - a;
  let weights = nearestWeights(a, u, v);
  let s = min(weights.x, 1.0);
  let t = min(weights.y, 1.0 - s);
  let r = max(1.0 - s - t, 0.0);
  let x = r * a + s * b + t * c;
  let upper = betweenUpper(length(x), r * abs(a) + s * abs(b) + t * abs(c), q);
  var lower = supportLower(x, a, b, c, q);
  if (min(r, min(s, t)) > 0.0) {
    // Above the face x may be too short to have a reliable direction; the normal has one.
    let n = cross(u, v);
    lower = max(lower, supportLower(select(-n, n, dot(n, a) > 0.0), a, b, c, q));
  }
  return NearestFace(face, upper, min(lower, upper));
}

struct Box {
  low: vec3i,
  high: vec3i,
}

fn faceBox(corners: array<vec3i, 3>) -> Box {
  var c = corners;
  return Box(min(c[0], min(c[1], c[2])), max(c[0], max(c[1], c[2])));
}

// Square of a lower bound of the distance, in the frame of the box, from p, with an error of at most `error` units per
// coordinate.
fn boxGapSquared(box: Box, p: vec3i, error: i32) -> f32 {
  let gap = vec3f(max(max(box.low - p, p - box.high) - error, vec3i(0))) * WIDTHS_PER_UNIT;
  return dot(gap, gap);
}

// Lower bound of the distance to a face by its box; corners in the body's own frame.
fn lowerByBox(body: u32, corners: array<vec3i, 3>, asked: Asked) -> f32 {
  return rootBelow(boxGapSquared(faceBox(corners), asked.own, asked.ownError + OWN_ERROR) * boxFactor(body));
}

// The point of a face nearest to the centre of a cell, relative to that centre; both in the body's own frame.
fn nearestSeen(corners: array<vec3i, 3>, middle: vec3i) -> vec3f {
  let a = local(corners[0], middle);
  let u = local(corners[1], middle) - a;
  let v = local(corners[2], middle) - a;
  let weights = nearestWeights(a, u, v);
  return a + weights.x * u + weights.y * v;
}

// A face as seen from the centre c of a cell, in the body's own frame: xyz: g, |g| ≤ 1, from its nearest point to c; w:
// L, the least of g·(c − v) over its corners v. For every point y of it and every p, |p − y| ≥ g·(c − y) + g·(p − c) ≥
// L + g·(p − c), good to the second order of |p − c|.
fn supportOf(corners: array<vec3i, 3>, middle: vec3i) -> vec4f {
  let x = nearestSeen(corners, middle);
  if (dot(x, x) < LEAST_SQUARED) {
    return vec4f(0.0);
  }
  let g = shortened(-x);
  let a = local(corners[0], middle);
  let b = local(corners[1], middle);
  let c = local(corners[2], middle);
  let along = vec3f(dot(g, a) + alongBound(g, a), dot(g, b) + alongBound(g, b), dot(g, c) + alongBound(g, c));
  return vec4f(g, -max(along.x, max(along.y, along.z)));
}

// The lower bound by a support for a point of the cell; own and ownError in the body's own frame.
fn lowerBySupport(body: u32, support: vec4f, middle: vec3i, own: vec3i, ownError: i32) -> f32 {
  let x = local(own, middle);
  let q = f32(ownError + OWN_ERROR) * WIDTHS_PER_UNIT;
  return (support.w + dot(support.xyz, x) - supportBound(support, x, q)) * ownFactor(body);
}
