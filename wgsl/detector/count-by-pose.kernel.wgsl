// Places of candidates and rows of leaves, of all poses → how many of each a pose has.
//
// One thread: one pose. Reads the places and, by bisection, the rows; writes the pose's PoseCounts. The CPU needs no
// twin: it answers one pose at a time.

override pairCountWord: u32;

// Candidate pairs of all poses before this one.
fn pairsBefore(pose: u32) -> u32 {
  if (pose == scene.poseCount) {
    return counterAt(pairCountWord);
  }
  return candidateStarts[pose * scene.toolFaceCount];
}

// Leaves of all poses before this one: rows lie in the order of the poses.
fn leavesBefore(pose: u32) -> u32 {
  var low = 0u;
  var high = min(leafCount(), arrayLength(&rows));
  while (low < high) {
    let middle = (low + high) / 2u;
    if (poseOf(rows[middle]) < pose) {
      low = middle + 1u;
    } else {
      high = middle;
    }
  }
  return low;
}

fn takeItem(pose: u32) {
  if (pose >= scene.poseCount) {
    return;
  }
  poseCounts[pose] = PoseCounts(
    pairsBefore(pose + 1u) - pairsBefore(pose),
    leavesBefore(pose + 1u) - leavesBefore(pose),
  );
}
