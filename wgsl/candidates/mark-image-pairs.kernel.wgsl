// Candidate pairs → the bit of each face that has one.
//
// One thread: one pair. The kernel that writes pairs has no buffer left for the bitmap.

override pairCountWord: u32;

fn itemCount() -> u32 {
  return min(counters[pairCountWord], arrayLength(&pairs));
}

fn takeItem(i: u32) {
  markFace(pairs[i].pose, BONE, pairs[i].boneFace);
  markFace(pairs[i].pose, TOOL, pairs[i].toolFace);
}
