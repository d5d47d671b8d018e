// Leaves of the bone's BVH and the places of their pairs → the candidate pairs, in order of pose and leaf.
//
// One thread: one leaf under one pose. Walks as count-image-pairs did; writes each pair at its place, if `pairs` has
// capacity. CPU twin: ImageCandidates (lib/stages/candidates/image-candidates.ts).

fn takePair(item: u32, order: u32, pair: Pair) {
  let at = leafStarts[item] + order;
  if (at < arrayLength(&pairs)) {
    pairs[at] = pair;
  }
}

fn itemCount() -> u32 {
  return scene.poseCount * boneLeaves();
}

fn takeItem(item: u32) {
  takeLeaf(item);
}
