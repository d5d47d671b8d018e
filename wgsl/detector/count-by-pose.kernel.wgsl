// Rows of leaves of all poses → their number per pose.
//
// One thread: one pose. Finds its rows by bisection; writes its word of `poseCounts`. The CPU needs no twin: it handles
// one pose at a time.

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
  poseCounts[POSE_COUNTS_WORDS * pose + POSE_COUNTS_SUB_TRIANGLES] = leavesBefore(pose + 1u) - leavesBefore(pose);
}
