// Corners whose distance is wanted → the nearest face of the other body and a certified interval of the distance.
//
// One thread: one corner of a leaf. Reads the other body's BVH and geometry; rewrites the corner's record. CPU twin:
// NearestFace (lib/proximity/nearest-face.ts).

fn poseAt(pose: u32) -> Pose {
  return poses[pose];
}

fn bvhAt(body: u32, word: u32) -> i32 {
  if (body == BONE) {
    return boneBvh[word];
  }
  return toolBvh[word];
}

fn takeItem(corner: u32) {
  if (corner >= 3u * min(leafCount(), arrayLength(&rows))) {
    return;
  }
  let asked = corners[corner];
  if (cornerStateIsWanted(asked.state) == 0u) {
    return;
  }
  let row = rows[corner / 3u];
  let pose = poseOf(row);
  let other = 1u - bodyOf(row);
  let error = cornerError(row);
  var p = leafCorners(row);
  let point = p[corner % 3u];
  let nearest = nearestFace(
    other, pose, point, error + vertexError(other),
    ownPoint(other, pose, point), ownPointError(other, error), asked.face,
  );
  let state = withCornerStateIsWanted(asked.state, 0u);
  corners[corner] = CornerDistance(state, nearest.face, nearest.upper, nearest.lower);
}
