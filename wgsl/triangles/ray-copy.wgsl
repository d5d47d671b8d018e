// A point's ray along an axis and a triangle ahead of the point, both of whole numbers → whether it leaves or enters
// the solid there, or misses the triangle: exactly, with the ray moved aside infinitesimally if it meets an edge.
//
// Source of the move: H. Edelsbrunner, E. P. Mücke, "Simulation of simplicity", 1990: p becomes p + (ε, ε²) across the
// ray, the same for all triangles, so that its line meets no edge that has a length.
//
// Goes with grid and ray-face.

// The sign of x × y for corners as seen from the moved point: x × y + ε·(x.y − y.y) + ε²·(y.x − x.x). 0 only if the
// edge is seen as a point.
fn movedSide(x: vec2i, y: vec2i) -> i32 {
  let product = mul64(x.x, y.y);
  let other = mul64(x.y, y.x);
  let difference = add64(add64(product, ~other), vec2u(1u, 0u));
  if (any(difference != vec2u(0u))) {
    return select(1, -1, bitcast<i32>(difference.y) < 0);
  }
  return select(sign(x.y - y.y), sign(y.x - x.x), x.y == y.y);
}

// As rayCrossing, for the points as they are given, differences below 2^31. RAY_UNDECIDED if a corner is not more than
// `margin` units ahead.
fn copyCrossing(p: vec3i, a: vec3i, b: vec3i, c: vec3i, axis: u32, margin: i32) -> i32 {
  var x = array<vec3i, 3>(depthLast(a - p, axis), depthLast(b - p, axis), depthLast(c - p, axis));
  if (min(x[0].z, min(x[1].z, x[2].z)) <= margin) {
    return RAY_UNDECIDED;
  }
  var sum = 0;
  for (var k = 0u; k < 3u; k++) {
    sum += movedSide(x[k].xy, x[(k + 1u) % 3u].xy);
  }
  return select(select(RAY_MISSES, RAY_ENTERS, sum == -3), RAY_LEAVES, sum == 3);
}
