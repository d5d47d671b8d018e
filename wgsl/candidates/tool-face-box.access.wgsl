// A tool face under a pose → its box in the bone's frame, inflated by the distance and the errors of two boxes.
//
// A kernel that uses it binds scene, toolGeometry and what posed-vertices.access.wgsl reads.

struct ToolFaceBox {
  low: vec3i,
  high: vec3i,
}

fn toolFaceBox(pose: u32, toolFace: u32) -> ToolFaceBox {
  let at = scene.toolFaceOffset + FACE_WORDS * toolFace;
  let a = toolVertex(pose, u32(toolGeometry[at + FACE_A]));
  let b = toolVertex(pose, u32(toolGeometry[at + FACE_B]));
  let c = toolVertex(pose, u32(toolGeometry[at + FACE_C]));
  return ToolFaceBox(min(a, min(b, c)) - scene.inflate, max(a, max(b, c)) + scene.inflate);
}

fn boxMeets(box: ToolFaceBox, low: vec3i, high: vec3i) -> bool {
  return all(box.low <= high) && all(box.high >= low);
}
