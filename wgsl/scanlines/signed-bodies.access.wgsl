// Reading both bodies for signs: their faces in the bone's frame. poses is a binding of the kernel, besides those of
// body-geometry.access.wgsl and both-indexes.access.wgsl. The tool's vertices are posed again, since a kernel has no
// storage buffer left for the posed ones.

fn posedVertex(body: u32, pose: u32, vertex: u32) -> vec3i {
  let x = ownVertex(body, vertex);
  if (body == BONE) {
    return x;
  }
  return posePoint(poses[pose], x);
}

// The winding of a body about a point in the bone's frame with an error of at most `error` units per coordinate.
fn signOf(body: u32, pose: u32, p: vec3i, error: i32) -> u32 {
  return windingAt(body, ownPoint(body, pose, p), ownPointError(body, error));
}
