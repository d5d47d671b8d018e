// A point's ray along an axis and a closed triangle → whether it leaves or enters the solid there, misses the triangle,
// or f32 cannot decide.
//
// CPU twin: lib/geometry/triangles/ray-crossing.ts, which is exact.

const RAY_MISSES: i32 = 0;
const RAY_LEAVES: i32 = 1;
const RAY_ENTERS: i32 = -1;
const RAY_UNDECIDED: i32 = 2;

fn edgeFunction(x: vec2f, y: vec2f) -> f32 {
  return x.x * y.y - x.y * y.x;
}

// 1 or −1 if the sign is proved, else 0.
fn provedSign(x: f32, bound: f32) -> i32 {
  return select(0, 1, x > bound) - select(0, 1, x < -bound);
}

// The ray from p toward +axis and the triangle a, b, c, counter-clockwise seen from outside the solid; integers of one
// frame, differences below 2^31. `error`: the sum of p's error and a corner's, units per coordinate. RAY_LEAVES and
// RAY_ENTERS: the ray provably crosses the interior, and p is not on it. RAY_MISSES: provably no common point. The edge
// functions of the projection have one sign if the ray's line crosses; the depths, weighted by them, add up to a
// positive multiple of how far ahead that is, times this sign.
fn rayCrossing(p: vec3i, a: vec3i, b: vec3i, c: vec3i, axis: u32, error: f32) -> i32 {
  let ia = depthLast(a - p, axis);
  let ib = depthLast(b - p, axis);
  let ic = depthLast(c - p, axis);
  let low = min(ia, min(ib, ic));
  let high = max(ia, max(ib, ic));
  let e = i32(ceil(error));
  if (any(high < vec3i(-e)) || any(low.xy > vec2i(e))) {
    return RAY_MISSES;
  }
  let x = vec3f(ia) * WIDTHS_PER_UNIT;
  let y = vec3f(ib) * WIDTHS_PER_UNIT;
  let z = vec3f(ic) * WIDTHS_PER_UNIT;
  let q = error * WIDTHS_PER_UNIT;
  // Edges opposite to x, y, z: the weights of their depths.
  let edges = vec3f(edgeFunction(y.xy, z.xy), edgeFunction(z.xy, x.xy), edgeFunction(x.xy, y.xy));
  let bounds = vec3f(edgeBound(y.xy, z.xy, q), edgeBound(z.xy, x.xy, q), edgeBound(x.xy, y.xy, q));
  let isPositive = edges > bounds;
  let isNegative = edges < -bounds;
  if (any(isPositive) && any(isNegative)) {
    return RAY_MISSES;
  }
  if (!all(isPositive) && !all(isNegative)) {
    return RAY_UNDECIDED;
  }
  let facing = select(RAY_ENTERS, RAY_LEAVES, isPositive.x);
  if (low.z > e) {
    return facing;
  }
  let depths = vec3f(x.z, y.z, z.z);
  let ahead = facing * provedSign(dot(edges, depths), depthBound(edges, bounds, depths, q));
  return select(select(RAY_MISSES, facing, ahead > 0), RAY_UNDECIDED, ahead == 0);
}
