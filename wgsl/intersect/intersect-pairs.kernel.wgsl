// Candidate pairs → their verdicts, the number of each pose, and a list of those not proved apart.
//
// One thread: one pair. Reads both faces' corners in the bone's frame; writes the verdict, counts the pair in
// `poseCounts`, and appends it to `hits` unless it is proved apart. The host puts them in order. CPU twin:
// IntersectingPairs (lib/stages/intersect/intersecting-pairs.ts).

override pairCountWord: u32;
override hitCountWord: u32;

fn itemCount() -> u32 {
  return min(atomicLoad(&counters[pairCountWord]), arrayLength(&pairs));
}

fn takeItem(i: u32) {
  var pair = pairs[i];
  let bone = faceCorners(BONE, pair.pose, pair.boneFace);
  let tool = faceCorners(TOOL, pair.pose, pair.toolFace);
  pair.verdict = sharePoint(bone, tool, vertexError(BONE), vertexError(TOOL));
  pairs[i].verdict = pair.verdict;
  atomicAdd(&poseCounts[POSE_COUNTS_WORDS * pair.pose + POSE_COUNTS_CANDIDATE_PAIRS], 1u);
  if (pair.verdict == PAIR_APART) {
    return;
  }
  let at = atomicAdd(&counters[hitCountWord], 1u);
  if (at < arrayLength(&hits)) {
    hits[at] = pair;
  }
}
