// Corners whose distance is wanted → the nearest face of the other body and a certified interval of the distance. One
// thread a corner.

fn poseAt(pose: u32) -> Pose {
  return poses[pose];
}

fn treeAt(body: u32, word: u32) -> i32 {
  if (body == BONE) {
    return boneTree[word];
  }
  return toolTree[word];
}

@compute @workgroup_size(workgroupSize)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let corner = flatItem(group, groups, thread);
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
    other, pose, point, error + vertexError(other), ownPoint(other, pose, point), ownPointError(other, error), asked.face,
  );
  corners[corner] = CornerDistance(withCornerStateIsWanted(asked.state, 0u), nearest.face, nearest.upper, nearest.lower);
}
