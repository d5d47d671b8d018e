// Records of leaves → the meaning of their words: see lib/base/records/leaf-tables.ts.

// Farther than any two points of the grid, in widths; its square is finite.
const FAR: f32 = 16.0;

fn faceOf(row: SubTriangleRow) -> u32 {
  return ownerFace(row.owner);
}

fn bodyOf(row: SubTriangleRow) -> u32 {
  return ownerBody(row.owner);
}

fn poseOf(row: SubTriangleRow) -> u32 {
  return rowStatePose(row.state);
}

fn levelOf(row: SubTriangleRow) -> u32 {
  return rowStateLevel(row.state);
}

// SIDE_INSIDE if the leaf has no near face and was already proved to lie inside the other solid.
fn sideOf(row: SubTriangleRow) -> u32 {
  return rowStateSide(row.state);
}

fn gapNear(gap: LeafGap) -> u32 {
  return gapStateNear(gap.state);
}

fn gapCrossing(gap: LeafGap) -> u32 {
  return gapStateCrossing(gap.state);
}

fn sideOfCorner(corner: CornerDistance) -> u32 {
  return cornerStateSide(corner.state);
}
