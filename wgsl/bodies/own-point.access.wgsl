// A point in the bone's frame → the point in a body's own frame, with its error. poses is a binding of the kernel;
// pose-point.wgsl comes before.

fn ownPoint(body: u32, pose: u32, p: vec3i) -> vec3i {
  if (body == BONE) {
    return p;
  }
  return toolFramePoint(poses[pose], p);
}

fn ownPointError(body: u32, error: i32) -> i32 {
  return select(error, toolFrameError(error), body == TOOL);
}
