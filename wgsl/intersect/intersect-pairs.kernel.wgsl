// Candidate pairs → their verdicts.
//
// One thread: one pair. Reads both faces' corners in the bone's frame; writes the verdict, and to hitStarts a 1 if the
// pair is not proved apart. CPU twin: IntersectingPairs (lib/stages/intersect/intersecting-pairs.ts).

override pairCountWord: u32;

fn itemCount() -> u32 {
  return min(counters[pairCountWord], min(arrayLength(&pairs), arrayLength(&hitStarts)));
}

fn takeItem(i: u32) {
  let pair = pairs[i];
  let bone = faceCorners(BONE, pair.pose, pair.boneFace);
  let tool = faceCorners(TOOL, pair.pose, pair.toolFace);
  let verdict = sharePoint(bone, tool, vertexError(BONE), vertexError(TOOL));
  pairs[i].verdict = verdict;
  hitStarts[i] = select(1u, 0u, verdict == PAIR_APART);
}
