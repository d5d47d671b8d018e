// Two linearly moving vectors and the vector between them, e, g, q → f(t) = (e × g)·q, which is 0 whenever their four
// points are coplanar, as three times its Bernstein coefficients, and the error of these. Vectors are differences of
// grid points, in widths. It is the first test of lib/questions/motion/impact/impact-filter.ts, in f32.

struct MovingVector {
  start: vec3f,
  end: vec3f,
}

fn movingVector(foot: MovingPoint, tip: MovingPoint) -> MovingVector {
  return MovingVector(local(tip.start, foot.start), local(tip.end, foot.end));
}

fn tripleCoplanarity(e: MovingVector, g: MovingVector, q: MovingVector) -> vec4f {
  let first = cross(e.start, g.start);
  let middle = cross(e.start, g.end) + cross(e.end, g.start);
  let last = cross(e.end, g.end);
  return vec4f(
    3.0 * dot(first, q.start),
    dot(first, q.end) + dot(middle, q.start),
    dot(last, q.start) + dot(middle, q.end),
    3.0 * dot(last, q.end),
  );
}

fn greatestOf(v: MovingVector) -> f32 {
  let most = max(abs(v.start), abs(v.end));
  return max(most.x, max(most.y, most.z));
}

// A difference of two rounded coordinates, 1/2 + 2^-23 unit each, in widths: 1 + 2^-22 units.
const DIFFERENCE_ERROR: f32 = 0x1.00002p-30;

// |computed − true| of three times a coefficient, in the model of common/bounds.wgsl, ε = 2^-23. E, G, Q: the largest
// computed magnitudes. r: of a coordinate of a difference. A coefficient is a sum of 18 terms e·g·q of three
// coordinates, or of six times three.
// - A term goes through two products, and at most 17 additions, or five and the product with three: 19ε·18·EGQ.
// - A true coordinate differs from the computed one by its conversion and by r: 1.001ε·E + r. So a term has an error of
//   3·1.001ε·EGQ + r·(EG + GQ + EQ) + r²·(E + G + Q) + r³, up to products of ε: 18 of them.
// 342 + 54.1 < 400 and 18 < 18.01; the rest covers products of ε and the rounding of the bound itself. Coordinates are
// multiples of 2^-30, terms of 2^-90: nothing underflows.
fn tripleCoplanarityBound(e: MovingVector, g: MovingVector, q: MovingVector, r: f32) -> f32 {
  let size = vec3f(greatestOf(e), greatestOf(g), greatestOf(q));
  let pairs = size.x * size.y + size.y * size.z + size.x * size.z;
  return 400.0 * EPSILON * size.x * size.y * size.z + 18.01 * r * (pairs + r * (size.x + size.y + size.z + r));
}

// Whether the four points are provably not coplanar at any time in [0, 1]: the coefficients have one sign (M. Tang, D.
// Manocha, R. Tong, "Fast continuous collision detection using deforming non-penetration filters", I3D 2010).
fn areNeverCoplanar(e: MovingVector, g: MovingVector, q: MovingVector, r: f32) -> bool {
  let f = tripleCoplanarity(e, g, q);
  let bound = tripleCoplanarityBound(e, g, q, r);
  return all(f > vec4f(bound)) || all(f < vec4f(-bound));
}
