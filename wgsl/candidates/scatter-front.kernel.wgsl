// Tested pairs of a front and the places of their children → the front of the next round, in order.
//
// One thread: one pair. Writes a pair for each child that the tool face may meet, if `nextFront` has capacity. CPU
// twin: BvhFrontCandidates (lib/stages/candidates/bvh-front-candidates.ts).

fn itemCount() -> u32 {
  return frontCount();
}

fn takeItem(i: u32) {
  let first = BRANCHING * frontNodeIndex(front[i].node);
  var at = frontStarts[i];
  for (var left = frontNodeChildren(front[i].node); left != 0u; left &= left - 1u) {
    if (at < round.capacity) {
      nextFront[at] = FrontPair(packFrontNode(first + countTrailingZeros(left), 0u), front[i].toolFace);
    }
    at++;
  }
}
