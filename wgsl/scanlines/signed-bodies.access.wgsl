// Reading both bodies for signs: their faces in the bone's frame, and their indexes. scene, poses, boneGeometry,
// toolGeometry, boneIndex and toolIndex are bindings of the kernel; body-geometry.access.wgsl comes before. The tool's
// vertices are posed anew, since a kernel has no storage buffer left for the posed ones.

fn poseAt(pose: u32) -> Pose {
  return poses[pose];
}

fn posedVertex(body: u32, pose: u32, vertex: u32) -> vec3i {
  let x = ownVertex(body, vertex);
  if (body == BONE) {
    return x;
  }
  return posePoint(poses[pose], x);
}

fn vertexError(body: u32) -> i32 {
  return select(BONE_ERROR, TOOL_ERROR, body == TOOL);
}

fn indexAt(body: u32, entry: u32) -> vec4i {
  if (body == BONE) {
    return boneIndex[entry];
  }
  return toolIndex[entry];
}

// The winding of a body about a point of the bone's frame, off by at most `error` units a coordinate.
fn signOf(body: u32, pose: u32, p: vec3i, error: i32) -> u32 {
  return windingAt(body, ownPoint(body, pose, p), ownPointError(body, error));
}
