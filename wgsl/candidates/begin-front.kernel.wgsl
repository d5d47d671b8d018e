// The bone's BVH and the tool's faces → the front before its first round: the root with each tool face of each pose.
//
// One thread: one tool face under one pose. Writes its pair to `front`. CPU twin: BvhFrontCandidates
// (lib/stages/candidates/bvh-front-candidates.ts).

fn itemCount() -> u32 {
  return min(scene.poseCount * scene.toolFaceCount, arrayLength(&front));
}

fn takeItem(item: u32) {
  front[item] = FrontPair(packFrontNode(0u, 0u), item);
}
