// A leaf's row → its body, its corners in the bone's frame with their error, and where the other body sees them.
//
// A kernel that uses it defines: faceAt(body, face) -> vec3u; posedVertex(body, pose, vertex) -> vec3i, in the bone's
// frame; poseAt(pose) -> Pose. common/grid.wgsl, pose-point.wgsl and records/leaf-records.wgsl are among its parts.

fn leafCorners(row: SubTriangleRow) -> array<vec3i, 3> {
  let body = bodyOf(row);
  let pose = poseOf(row);
  let v = faceAt(body, faceOf(row));
  return subCorners(
    posedVertex(body, pose, v.x), posedVertex(body, pose, v.y), posedVertex(body, pose, v.z), levelOf(row), row.path,
  );
}

// Greatest error of a leaf's corner, units per coordinate.
fn cornerError(row: SubTriangleRow) -> i32 {
  return vertexError(bodyOf(row)) + halvingError(levelOf(row));
}

// A point of the bone's frame → the body's own frame.
fn ownPoint(body: u32, pose: u32, p: vec3i) -> vec3i {
  if (body == BONE) {
    return p;
  }
  return toolFramePoint(poseAt(pose), p);
}

fn ownPointError(body: u32, error: i32) -> i32 {
  return select(error, toolFrameError(error), body == TOOL);
}
