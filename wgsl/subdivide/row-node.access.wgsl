// The node of a row's piece. bodies/divisions.access.wgsl and records/leaf-records.wgsl come before.

fn nodeOf(row: SubTriangleRow) -> u32 {
  if (levelOf(row) == 0u) {
    return faceNode(bodyOf(row), faceOf(row));
  }
  return row.node;
}
