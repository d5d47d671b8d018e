// Reading faces in the bone's frame: body-geometry.access.wgsl and posed-vertices.access.wgsl come before, with their
// bindings.

fn posedVertex(body: u32, pose: u32, vertex: u32) -> vec3i {
  if (body == BONE) {
    return ownVertex(body, vertex);
  }
  return toolVertex(pose, vertex);
}

fn faceCorners(body: u32, pose: u32, face: u32) -> array<vec3i, 3> {
  let v = faceAt(body, face);
  return array<vec3i, 3>(posedVertex(body, pose, v.x), posedVertex(body, pose, v.y), posedVertex(body, pose, v.z));
}
