// Two closed triangles → whether they share a point, if f32 proves it: a PAIR_… verdict. separation.wgsl comes before.
// CPU twin: lib/geometry/triangles/intersect-triangles.ts, which is exact.
//
// Apart: by their boxes, in integers, or by one of their planes. Else Guigue & Devillers 2003: six sides that are
// proved and mixed; p1 alone on its side of the second plane and above it, p2 alone on its side of the first and above
// it; then two sides of lines decide whether the intervals that the triangles cut from the common line overlap.

// The corner whose side differs from the other two.
fn cornerAlone(side: vec3i) -> u32 {
  return select(select(2u, 1u, side.x == side.z), 0u, side.y == side.z);
}

// errorA, errorB: of the corners, units per coordinate.
fn sharePoint(a: array<vec3i, 3>, b: array<vec3i, 3>, errorA: i32, errorB: i32) -> u32 {
  let both = errorA + errorB;
  if (any(boxGap(a, b, both) > vec3i(0))) {
    return PAIR_APART;
  }
  let ofA = max(2 * errorA, both);
  let ofB = max(2 * errorB, both);
  let sideB = cornerSides(a, b, f32(ofA) * WIDTHS_PER_UNIT);
  if (abs(sideB.x + sideB.y + sideB.z) == 3) {
    return PAIR_APART;
  }
  let sideA = cornerSides(b, a, f32(ofB) * WIDTHS_PER_UNIT);
  if (abs(sideA.x + sideA.y + sideA.z) == 3) {
    return PAIR_APART;
  }
  if (any(sideA == vec3i(0)) || any(sideB == vec3i(0))) {
    return PAIR_UNDECIDED;
  }
  var x = a;
  var y = b;
  let i = cornerAlone(sideA);
  let j = cornerAlone(sideB);
  // The order that puts the lone corners above: a triangle is flipped if the other's lone corner is below it.
  let turnA = select(1u, 2u, sideB[j] < 0);
  let turnB = select(1u, 2u, sideA[i] < 0);
  let p1 = x[i];
  let p2 = y[j];
  let q = f32(max(ofA, ofB)) * WIDTHS_PER_UNIT;
  let first = planeSide(p1, x[(i + turnA) % 3u], p2, y[(j + turnB) % 3u], q);
  let second = planeSide(p1, x[(i + 3u - turnA) % 3u], y[(j + 3u - turnB) % 3u], p2, q);
  if (first > 0 || second > 0) {
    return PAIR_APART;
  }
  return select(PAIR_UNDECIDED, PAIR_INTERSECTS, first < 0 && second < 0);
}
