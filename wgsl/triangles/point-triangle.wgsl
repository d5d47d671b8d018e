// A point and a triangle → the weights of the nearest point.
//
// For any triangle, even degenerate: rounding may choose another point, which the certified distance then accounts for
// (measureFace in point-face.wgsl). CPU twin: lib/geometry/triangles/point-triangle.ts.

// n / d clamped to [0, 1]; 0 if d is 0.
fn clampedRatio(n: f32, d: f32) -> f32 {
  if (n <= 0.0) {
    return 0.0;
  }
  return select(1.0, min(n / d, 1.0), n < d);
}

// The nearer of two points given as weights of b and c, with the square of the distance.
fn nearerWeights(best: vec3f, s: f32, t: f32, a: vec3f, u: vec3f, v: vec3f) -> vec3f {
  let x = a + s * u + t * v;
  let squared = dot(x, x);
  return select(best, vec3f(s, t, squared), squared < best.z);
}

// Weights of b and c, and the square of the distance, in widths; a: the first corner seen from the point, u = b − a,
// v = c − a. (Regions: Ericson 2005, 5.1.5.)
fn nearestWeights(a: vec3f, u: vec3f, v: vec3f) -> vec3f {
  let n = cross(u, v);
  let nn = dot(n, n);
  let uu = dot(u, u);
  let vv = dot(v, v);
  let weightB = dot(n, cross(v, a));
  let weightC = dot(n, cross(a, u));
  let weightA = nn - weightB - weightC;
  let longest = max(uu, vv);
  let isThin = nn <= SLIVER * longest * longest || nn < LEAST_SQUARED;
  let isOver = weightA >= 0.0 && weightB >= 0.0 && weightC >= 0.0 && nn >= LEAST_SQUARED;
  var best = vec3f(0.0, 0.0, FAR * FAR);
  if (isOver) {
    best = nearerWeights(best, weightB / nn, weightC / nn, a, u, v);
    if (!isThin) {
      return best;
    }
  }
  if (isThin || weightC < 0.0) {
    best = nearerWeights(best, clampedRatio(-dot(a, u), uu), 0.0, a, u, v);
  }
  if (isThin || weightB < 0.0) {
    best = nearerWeights(best, 0.0, clampedRatio(-dot(a, v), vv), a, u, v);
  }
  if (isThin || weightA < 0.0) {
    let e = v - u;
    let r = clampedRatio(-dot(a + u, e), dot(e, e));
    best = nearerWeights(best, 1.0 - r, r, a, u, v);
  }
  return best;
}
