// Leaves of the bone's BVH and the intervals of depth in the pixels of images → the number of candidate pairs of each.
//
// One thread: one leaf under one pose. Writes its count to leafStarts, which a prefix sum turns into places. CPU twin:
// ImageCandidates (lib/stages/candidates/image-candidates.ts).

fn takePair(item: u32, order: u32, pair: Pair) {}

fn itemCount() -> u32 {
  return scene.poseCount * boneLeaves();
}

fn takeItem(item: u32) {
  leafStarts[item] = takeLeaf(item);
}
