// Two triangles → their nearest points, the distance between these, and certified bounds of the distance.
// separation.wgsl comes before. CPU twin: lib/geometry/triangles/triangle-distance.ts.
//
// Nearest features: a corner and a face, or two edges (Ericson 2005, 5.1.8–5.1.10); triangles that cross get some
// distance, and the lower bound 0. Upper bound: that of the two points. Lower bound, whatever rounding did to
// them: for any g the points are at least as far apart as the triangles are along g; g is the direction between the
// nearest points, or, near contact, where rounding rotates that, a face's normal or the direction perpendicular to the
// two nearest edges.

// weights: of b and c at the first triangle's point, of b and c at the second's. distance: as computed, for the order
// of faces; the true one is between lower and upper. In widths.
struct TriangleGap {
  weights: vec4f,
  distance: f32,
  upper: f32,
  lower: f32,
}

fn cornerWeights(k: u32) -> vec2f {
  return vec2f(select(0.0, 1.0, k == 1u), select(0.0, 1.0, k == 2u));
}

// The point at the fraction m of edge k, from corner k to the next.
fn edgeWeights(k: u32, m: f32) -> vec2f {
  return (1.0 - m) * cornerWeights(k) + m * cornerWeights((k + 1u) % 3u);
}

// across: normal to both edges if the points lie on two, else 0.
struct NearestPoints {
  weights: vec4f,
  across: vec3f,
}

fn nearestPoints(a: array<vec3f, 3>, b: array<vec3f, 3>) -> NearestPoints {
  var p = a;
  var q = b;
  var best = FAR * FAR;
  var weights = vec4f(0.0);
  var across = vec3f(0.0);
  for (var k = 0u; k < 3u; k++) {
    let onQ = nearestWeights(q[0] - p[k], q[1] - q[0], q[2] - q[0]);
    if (onQ.z < best) {
      best = onQ.z;
      weights = vec4f(cornerWeights(k), onQ.xy);
    }
    let onP = nearestWeights(p[0] - q[k], p[1] - p[0], p[2] - p[0]);
    if (onP.z < best) {
      best = onP.z;
      weights = vec4f(onP.xy, cornerWeights(k));
    }
  }
  for (var i = 0u; i < 3u; i++) {
    for (var j = 0u; j < 3u; j++) {
      let u = p[(i + 1u) % 3u] - p[i];
      let v = q[(j + 1u) % 3u] - q[j];
      let edges = nearestFractions(p[i] - q[j], u, v);
      if (edges.z < best) {
        best = edges.z;
        weights = vec4f(edgeWeights(i, edges.x), edgeWeights(j, edges.y));
        across = cross(u, v);
      }
    }
  }
  return NearestPoints(weights, across);
}

// The three weights of a point of a triangle: ≥ 0, their sum within 2ε of 1.
fn allWeights(st: vec2f) -> vec3f {
  let s = clamp(st.x, 0.0, 1.0);
  let t = clamp(st.y, 0.0, 1.0 - s);
  return vec3f(max(1.0 - s - t, 0.0), s, t);
}

// Corners in widths, seen from a point of the grid, best a corner; q: error of a corner of a and one of b together.
fn measureTriangles(a: array<vec3f, 3>, b: array<vec3f, 3>, q: f32) -> TriangleGap {
  let points = nearestPoints(a, b);
  let x = allWeights(points.weights.xy);
  let y = allWeights(points.weights.zw);
  let between = x.x * a[0] + x.y * a[1] + x.z * a[2] - (y.x * b[0] + y.y * b[1] + y.z * b[2]);
  let spread = x.x * abs(a[0]) + x.y * abs(a[1]) + x.z * abs(a[2])
    + (y.x * abs(b[0]) + y.y * abs(b[1]) + y.z * abs(b[2]));
  let distance = length(between);
  let upper = betweenUpper(distance, spread, q);
  var lower = separation(between, a, b, q);
  // If `lower` is as close to the distance as the upper bound is, no other direction is worth trying.
  if (distance - lower > upper - distance) {
    lower = max(lower, separation(cross(a[1] - a[0], a[2] - a[0]), a, b, q));
    lower = max(lower, separation(cross(b[1] - b[0], b[2] - b[0]), a, b, q));
    lower = max(lower, separation(points.across, a, b, q));
  }
  return TriangleGap(vec4f(x.yz, y.yz), distance, upper, lower);
}
