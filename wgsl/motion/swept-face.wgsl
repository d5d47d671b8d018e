// A moving sphere and a face → a time before which the face is not touched, and one by which it is.
//
// CPU twin: lib/questions/motion/sphere/sphere-on-face.ts, which pictures the tangents: as there, the plane through a
// corner of the face perpendicular to the direction to its nearest point is a proof, whatever direction was found,
// until the sphere's reach touches it. Here the bounds are those of common/bounds.wgsl, and the undecided time is
// longer. swept-box.wgsl and triangles/point-triangle.wgsl come before.

// The most tangents, and the most times, each later than the last, at which a proof of contact is tried.
const MOST_SWEPT_TANGENTS: u32 = 12u;
const MOST_SWEPT_TRIES: u32 = 3u;

// entry: before it the reach does not touch the face, NEVER if it never does; contact: at that time the centre is
// `within`, NEVER if that is not proved.
struct SweptFace {
  entry: f32,
  contact: f32,
}

// The face as seen from the centre at a time, in widths: its corners, each coordinate with an error of at most q; its
// approximate nearest point, and an upper bound of the distance.
struct SeenFace {
  a: vec3f,
  b: vec3f,
  c: vec3f,
  q: f32,
  nearest: vec3f,
  upper: f32,
}

// A grid corner has the error OWN_ERROR, the centre SWEEP_ERROR. Corner − origin and the way are converted, ε; a
// product ε, a difference ε of both: 2ε of the one, 3ε of the other.
fn seenFace(sphere: MovingSphere, corners: array<vec3i, 3>, t: f32) -> SeenFace {
  let a0 = local(corners[0], sphere.origin);
  let b0 = local(corners[1], sphere.origin);
  let c0 = local(corners[2], sphere.origin);
  let moved = t * sphere.way;
  let sizes = max(max(abs(a0), abs(b0)), abs(c0));
  let rounding = 2.01 * EPSILON * sizes + 3.01 * EPSILON * abs(moved);
  let q = f32(OWN_ERROR + SWEEP_ERROR) * WIDTHS_PER_UNIT + max(rounding.x, max(rounding.y, rounding.z));
  let a = a0 - moved;
  let b = b0 - moved;
  let c = c0 - moved;
  let weights = nearestWeights(a, b - a, c - a);
  let s = min(weights.x, 1.0);
  let u = min(weights.y, 1.0 - s);
  let r = max(1.0 - s - u, 0.0);
  let nearest = r * a + s * b + u * c;
  let upper = betweenUpper(length(nearest), r * abs(a) + s * abs(b) + u * abs(c), q);
  return SeenFace(a, b, c, q, nearest, upper);
}

// An upper bound of the centre's closing speed along g, times |g|: the computed product and its bound; the way has the
// errors of both ends, less than three of them; two additions, ε each.
fn closing(sphere: MovingSphere, g: vec3f) -> f32 {
  let ends = 3.0 * f32(SWEEP_ERROR) * WIDTHS_PER_UNIT * sumOf(abs(g));
  return (dot(g, sphere.way) + alongBound(g, sphere.way) + ends) * (1.0 + 4.0 * EPSILON);
}

// A time until which the plane perpendicular to the direction to the nearest point keeps the face out of reach: t
// itself if it does not at t. With g = nearest, every corner v of the face has g·v ≥ `along`, which falls by g·way in
// the time 1.
//
// room = along − |g|·reach, minus the effect of the input's errors: |g| errs by 8ε, two products ε each, two
// differences ε of all terms: 12ε of |g|·reach, taken 16ε, 2ε of `along` and its own product, taken 6ε. The quotient
// errs by 3ε and by that of `closing`, the product by ε: 8ε; the sum rounds by ε, and so does the last product: 4ε.
fn tangentTime(sphere: MovingSphere, seen: SeenFace, t: f32) -> f32 {
  let g = seen.nearest;
  if (dot(g, g) < LEAST_SQUARED) {
    return t;
  }
  let along = min(
    dot(g, seen.a) - alongBound(g, seen.a),
    min(dot(g, seen.b) - alongBound(g, seen.b), dot(g, seen.c) - alongBound(g, seen.c)),
  );
  let inReach = length(g) * sphere.reach * (1.0 + 16.0 * EPSILON);
  let room = along * (1.0 - 6.0 * EPSILON) - 1.0001 * seen.q * sumOf(abs(g)) - inReach;
  if (room <= 0.0) {
    return t;
  }
  let speed = closing(sphere, g);
  // Within the time 1 it does not get that near; the quotient stays finite.
  if (speed <= 0.5 * room) {
    return NEVER;
  }
  return (t + room / speed * (1.0 - 8.0 * EPSILON)) * (1.0 - 4.0 * EPSILON);
}

// A time from t on at which the centre is `within`, or NEVER: t itself, or the time that the tangent predicts or later.
fn contactFrom(sphere: MovingSphere, corners: array<vec3i, 3>, seen: SeenFace, t: f32, latest: f32) -> f32 {
  if (seen.upper <= sphere.within) {
    return t;
  }
  let speed = dot(seen.nearest, sphere.way);
  if (sphere.within <= 0.0 || speed <= 0.0) {
    return NEVER;
  }
  var step = (seen.upper - sphere.within) * length(seen.nearest);
  for (var k = 0u; k < MOST_SWEPT_TRIES; k++) {
    step *= select(4.0, 1.125, k == 0u);
    if (step >= speed) {
      return NEVER;
    }
    let later = t + step / speed;
    if (later >= latest) {
      return NEVER;
    }
    if (seenFace(sphere, corners, later).upper <= sphere.within) {
      return later;
    }
  }
  return NEVER;
}

// start: the face is not touched before. latest: touching after it is irrelevant.
fn sweptFace(sphere: MovingSphere, corners: array<vec3i, 3>, start: f32, latest: f32) -> SweptFace {
  var t = start;
  var seen = seenFace(sphere, corners, t);
  for (var k = 0u; k < MOST_SWEPT_TANGENTS; k++) {
    let next = tangentTime(sphere, seen, t);
    if (next > latest) {
      return SweptFace(NEVER, NEVER);
    }
    if (next <= t) {
      break;
    }
    t = next;
    seen = seenFace(sphere, corners, t);
  }
  return SweptFace(t, contactFrom(sphere, corners, seen, t, latest));
}
