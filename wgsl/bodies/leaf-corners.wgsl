// A row's piece of a face → its corners in the bone's frame, with their error.
//
// A kernel that uses it defines posedVertex(body, pose, vertex) -> vec3i, in the bone's frame. common/grid.wgsl,
// bodies/divisions.access.wgsl and records/leaf-records.wgsl are among its parts.

// The corners of the face itself. A triangle's fourth corner is its third.
fn wholeFace(row: SubTriangleRow) -> array<vec3i, 4> {
  let body = bodyOf(row);
  let pose = poseOf(row);
  let v = faceAt(body, faceOf(row));
  let third = posedVertex(body, pose, v.z);
  return array<vec3i, 4>(posedVertex(body, pose, v.x), posedVertex(body, pose, v.y), third, third);
}

// Goes down from the row's face, one split after another. level: the path's bits in use.
fn placeCorners(row: SubTriangleRow, path: u32, level: u32) -> array<vec3i, 4> {
  let body = bodyOf(row);
  var p = wholeFace(row);
  var node = faceNode(body, faceOf(row));
  for (var used = 0u; used < level;) {
    let bits = divisionBits(body, node);
    let child = (path << used) >> (32u - bits);
    p = childCorners(p, divisionCorners(body, node, child));
    node = divisionChild(body, node, child);
    used += bits;
  }
  return p;
}

fn leafCorners(row: SubTriangleRow) -> array<vec3i, 3> {
  let p = placeCorners(row, row.path, levelOf(row));
  return array<vec3i, 3>(p[0], p[1], p[2]);
}

// Greatest error of a piece's corner, units per coordinate.
fn cornerError(row: SubTriangleRow) -> i32 {
  return vertexError(bodyOf(row)) + halvingError(levelOf(row));
}
