// A leaf's row → its corners in the bone's frame, with their error.
//
// A kernel that uses it defines: faceAt(body, face) -> vec3u; posedVertex(body, pose, vertex) -> vec3i, in the bone's
// frame. common/grid.wgsl and records/leaf-records.wgsl are among its parts.

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
