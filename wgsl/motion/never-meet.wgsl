// A vertex and a face, or two edges, that move linearly → whether they provably never meet.
//
// At a time at which their four points are in one plane, they meet where barycentric coordinates are ≥ 0: with n = e ×
// g,
//
//   a face:      n·(q × g), n·(e × q), n·(n − q × g − e × q)
//   two edges:   n·(q × g), n·(q × e), n·(n − q × g), n·(n − q × e)
//
// quartics in time (impact-filter.ts, which decides the rest in f64). Time is halved: a part of it is done with if f,
// or one of these, has Bernstein coefficients of one sign beyond the bound; the others are halved again.
//
//   0 ├───────────────┤ 1     f has a root
//     ├───────┤               f > 0
//             ├───────┤       f has a root
//             ├───┤           outside: a coordinate is negative throughout
//                 ├───┤       f < 0: they never meet

// Parts of a step are multiples of 2^-TIME_BITS of it.
const TIME_BITS: u32 = 8u;

// e goes from a to b, g from c to d, q from a to x. Of a face: c is a, x the vertex; of edges: x is c.
struct FeaturePoints {
  a: MovingPoint,
  b: MovingPoint,
  c: MovingPoint,
  d: MovingPoint,
  x: MovingPoint,
}

// To the nearest unit: |end − start| ≤ 2^30 is split, so that no product overflows.
fn placeAt(p: MovingPoint, time: u32) -> vec3i {
  let way = p.end - p.start;
  let rest = way & vec3i((1 << TIME_BITS) - 1);
  let half = vec3i(1 << (TIME_BITS - 1u));
  return p.start + (way >> vec3u(TIME_BITS)) * i32(time) + ((rest * i32(time) + half) >> vec3u(TIME_BITS));
}

fn vectorIn(foot: MovingPoint, tip: MovingPoint, first: u32, last: u32) -> MovingVector {
  let start = local(placeAt(tip, first), placeAt(foot, first));
  return MovingVector(start, local(placeAt(tip, last), placeAt(foot, last)));
}

// A place at a time errs by half a unit more than a coordinate does at both ends.
const PART_ERROR: f32 = 2.0 * DIFFERENCE_ERROR;

// x × y: its first and last Bernstein coefficients, and twice the middle one.
struct MovingCross {
  first: vec3f,
  middle: vec3f,
  last: vec3f,
}

fn movingCross(x: MovingVector, y: MovingVector) -> MovingCross {
  let middle = cross(x.start, y.end) + cross(x.end, y.start);
  return MovingCross(cross(x.start, y.start), middle, cross(x.end, y.end));
}

fn crossDifference(x: MovingCross, y: MovingCross) -> MovingCross {
  return MovingCross(x.first - y.first, x.middle - y.middle, x.last - y.last);
}

// n·d: its Bernstein coefficients, times 1, 4, 6, 4, 1.
fn quarticOf(n: MovingCross, d: MovingCross) -> array<f32, 5> {
  return array<f32, 5>(
    dot(n.first, d.first),
    dot(n.first, d.middle) + dot(n.middle, d.first),
    dot(n.first, d.last) + dot(n.middle, d.middle) + dot(n.last, d.first),
    dot(n.middle, d.last) + dot(n.last, d.middle),
    dot(n.last, d.last),
  );
}

// Whether n·d is negative at all times.
fn isNegative(n: MovingCross, d: MovingCross, bound: f32) -> bool {
  let c = quarticOf(n, d);
  let isBetween = c[1] < -4.0 * bound && c[2] < -6.0 * bound && c[3] < -4.0 * bound;
  return c[0] < -bound && isBetween && c[4] < -bound;
}

// |computed − true| of a coefficient of these, in the model of common/bounds.wgsl. E, G, Q: the largest computed
// magnitudes; M = EG, S = EG + GQ + EQ.
// - A component of n is at most 2M, one of the other factor 2S, twice their middle ones 4M and 4S: a coefficient's
//   terms
//   sum up to 12MS. They are 216 at most, of four coordinates each: 4 conversions, 3 products, 215 additions: 222ε.
// - Coordinates err by r = PART_ERROR each. MS is a sum of products of four with positive coefficients: with E + r for
//   E
//   and so on, r·Σ(its derivatives) = r·((E + G)·S + 2M·(E + G + Q)) covers all orders of r.
// 12·222 < 2700 and 12 < 12.2; the rest covers products of ε and the rounding of the bound itself. Terms are multiples
// of 2^-120: nothing underflows.
fn insideBound(e: MovingVector, g: MovingVector, q: MovingVector) -> f32 {
  let r = PART_ERROR;
  let size = vec3f(greatestOf(e), greatestOf(g), greatestOf(q)) + vec3f(r);
  let m = size.x * size.y;
  let s = m + size.y * size.z + size.x * size.z;
  return 2700.0 * EPSILON * m * s + 12.2 * r * ((size.x + size.y) * s + 2.0 * m * sumOf(size));
}

fn areOutside(e: MovingVector, g: MovingVector, q: MovingVector, isFace: bool) -> bool {
  let bound = insideBound(e, g, q);
  let n = movingCross(e, g);
  let v = movingCross(q, g);
  if (isNegative(n, v, bound)) {
    return true;
  }
  if (isFace) {
    let w = movingCross(e, q);
    return isNegative(n, w, bound) || isNegative(n, crossDifference(crossDifference(n, v), w), bound);
  }
  let w = movingCross(q, e);
  return isNegative(n, w, bound) || isNegative(n, crossDifference(n, v), bound) ||
    isNegative(n, crossDifference(n, w), bound);
}

fn areNeverMeeting(p: FeaturePoints, isFace: bool) -> bool {
  let end = 1u << TIME_BITS;
  var first = 0u;
  var size = end;
  loop {
    let last = first + size;
    let e = vectorIn(p.a, p.b, first, last);
    let g = vectorIn(p.c, p.d, first, last);
    let q = vectorIn(p.a, p.x, first, last);
    if (areNeverCoplanar(e, g, q, PART_ERROR) || areOutside(e, g, q, isFace)) {
      if (last == end) {
        return true;
      }
      // The next part is as large as its place allows: its own halves have not been looked at.
      first = last;
      size = 1u << countTrailingZeros(last);
    } else if (size == 1u) {
      return false;
    } else {
      size /= 2u;
    }
  }
}
