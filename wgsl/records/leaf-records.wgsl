// Records of leaves → what their words mean: see lib/records/leaf-tables.ts.

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

// SIDE_INSIDE where it was proved before that the leaf, no face near, lies inside the other solid.
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
