// A tool face under a pose → its corners as the pose's image sees them: u, v and depth.
//
// A kernel that uses it binds scene, images, toolGeometry and what posed-vertices.access.wgsl reads.

fn toolImageCorners(pose: u32, toolFace: u32) -> array<vec3i, 3> {
  let at = scene.toolFaceOffset + FACE_WORDS * toolFace;
  let axis = images[pose].axis;
  return array<vec3i, 3>(
    depthLast(toolVertex(pose, u32(toolGeometry[at + FACE_A])), axis),
    depthLast(toolVertex(pose, u32(toolGeometry[at + FACE_B])), axis),
    depthLast(toolVertex(pose, u32(toolGeometry[at + FACE_C])), axis),
  );
}
