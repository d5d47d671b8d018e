// A piece of an active face → whether a face near the active one may reach it. scene, near and the bindings of
// posed-geometry.access.wgsl are the kernel's; may-be-within.wgsl and subdivision-counts.access.wgsl come before.

// error: of a corner of the piece and one of the face together.
fn mayReach(p: array<vec3i, 4>, face: array<vec3i, 3>, error: i32) -> bool {
  if (mayBeWithin(array<vec3i, 3>(p[0], p[1], p[2]), face, error, scene.maxDistance)) {
    return true;
  }
  // A quad is two triangles, whichever diagonal parts them.
  let isQuad = any(p[3] != p[2]);
  return isQuad && mayBeWithin(array<vec3i, 3>(p[0], p[2], p[3]), face, error, scene.maxDistance);
}

// level: bits of the piece's path.
fn pieceError(row: SubTriangleRow, level: u32) -> i32 {
  let body = bodyOf(row);
  return vertexError(body) + halvingError(level) + vertexError(1u - body);
}

fn nearFacesOf(row: SubTriangleRow) -> u32 {
  return min(row.nearStart + row.nearCount, nearTotal()) - min(row.nearStart, nearTotal());
}

fn nearFace(row: SubTriangleRow, i: u32) -> array<vec3i, 3> {
  return faceCorners(1u - bodyOf(row), poseOf(row), nearFaceFace(near[row.nearStart + i]));
}
