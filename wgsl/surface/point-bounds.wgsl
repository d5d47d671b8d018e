// A point and a box, or a face, of the grid → bounds of their distance, in widths. proximity/point-face.wgsl comes
// before. The point's coordinates have an error of at most SWEEP_ERROR units, a corner's of OWN_ERROR.

// A lower bound for every face in the box, which encloses the faces as they are.
fn boxDistance(point: vec3i, low: vec3i, high: vec3i) -> f32 {
  return rootBelow(boxGapSquared(Box(low, high), point, SWEEP_ERROR) * boxFactor(BONE));
}

fn faceDistance(point: vec3i, corners: array<vec3i, 3>) -> NearestFace {
  let a = local(corners[0], point);
  let b = local(corners[1], point);
  let c = local(corners[2], point);
  return measureFace(NO_FACE, a, b, c, f32(OWN_ERROR + SWEEP_ERROR) * WIDTHS_PER_UNIT);
}
