// Corners that no list decides → the nearest face of the other body and a certified interval of the distance.
//
// One thread: one corner of a leaf. Searches the other body's BVH; rewrites the corner's record. CPU twin: NearestFace
// (lib/index/proximity/nearest-face.ts).

fn itemCount() -> u32 {
  return 3u * min(leafCount(), arrayLength(&rows));
}

fn takeItem(corner: u32) {
  let own = corners[corner];
  if (cornerStateAsked(own.state) != CORNER_ALONE) {
    return;
  }
  let row = rows[corner / 3u];
  let nearest = nearestFace(1u - bodyOf(row), poseOf(row), askedAt(row, corner % 3u));
  let state = withCornerStateAsked(own.state, CORNER_KNOWN);
  corners[corner] = CornerDistance(state, nearest.face, nearest.upper, nearest.lower);
}
