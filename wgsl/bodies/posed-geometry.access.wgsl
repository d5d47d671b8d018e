// Reading faces in the bone's frame: scene and posed, the tool's vertices pose after pose, are bindings of the kernel;
// body-geometry.access.wgsl comes before.

fn posedVertex(body: u32, pose: u32, vertex: u32) -> vec3i {
  if (body == BONE) {
    return ownVertex(body, vertex);
  }
  let at = 3u * (pose * scene.toolVertexCount + vertex);
  return vec3i(posed[at], posed[at + 1u], posed[at + 2u]);
}

fn faceCorners(body: u32, pose: u32, face: u32) -> array<vec3i, 3> {
  let v = faceAt(body, face);
  return array<vec3i, 3>(posedVertex(body, pose, v.x), posedVertex(body, pose, v.y), posedVertex(body, pose, v.z));
}

// Greatest error of a vertex of the body in the bone's frame, units per coordinate.
fn vertexError(body: u32) -> i32 {
  return select(BONE_ERROR, TOOL_ERROR, body == TOOL);
}
