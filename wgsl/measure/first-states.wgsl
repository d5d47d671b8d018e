// A leaf and its gap → what is known of its corners, and what has still to be found.
//
// A leaf that shares no point with the other surface lies on one side of it: its first corner's.

// isSigned: whether the other body has an inside. Returns the CORNER_STATE of each corner.
fn firstStates(row: SubTriangleRow, gap: LeafGap, isSigned: bool) -> vec3u {
  if (!isSigned) {
    return vec3u(packCornerState(SIDE_OUTSIDE, CORNER_KNOWN));
  }
  // It has no near face.
  if (sideOf(row) == SIDE_INSIDE) {
    return vec3u(packCornerState(SIDE_INSIDE, CORNER_WANTED));
  }
  if (gapCrossing(gap) != LEAF_NO) {
    return vec3u(packCornerState(SIDE_UNDECIDED, CORNER_CROSSED));
  }
  let follows = packCornerState(SIDE_UNDECIDED, CORNER_FOLLOWS);
  return vec3u(packCornerState(SIDE_UNDECIDED, CORNER_LEADS), follows, follows);
}
