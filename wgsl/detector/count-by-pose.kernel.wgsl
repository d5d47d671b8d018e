// Candidate pairs and rows of leaves, of all poses → the number of each per pose.
//
// One thread: one pose. Finds its pairs and rows by bisection; writes the pose's PoseCounts. The CPU needs no twin: it
// handles one pose at a time.

override pairCountWord: u32;

// Candidate pairs of all poses before this one: pairs are in the order of the poses.
fn pairsBefore(pose: u32) -> u32 {
  var low = 0u;
  var high = min(counterAt(pairCountWord), arrayLength(&pairs));
  while (low < high) {
    let middle = (low + high) / 2u;
    if (pairs[middle].pose < pose) {
      low = middle + 1u;
    } else {
      high = middle;
    }
  }
  return low;
}

// Leaves of all poses before this one: rows are in the order of the poses.
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

fn itemCount() -> u32 {
  return scene.poseCount;
}

fn takeItem(pose: u32) {
  poseCounts[pose] = PoseCounts(
    pairsBefore(pose + 1u) - pairsBefore(pose),
    leavesBefore(pose + 1u) - leavesBefore(pose),
  );
}
