// A tree over boxes and the places of each box's pairs → the pairs, each as the two bodies, smaller number first.
//
// One thread: one place of the order. Walks as count-overlaps did. CPU twin: TreeJoin
// (lib/index/broad-phase/tree-join.ts).

fn takeOverlap(found: u32, place: u32, other: u32) {
  let at = overlapStarts[place] + found;
  if (at < arrayLength(&firstBodies)) {
    firstBodies[at] = min(order[place], order[other]);
    secondBodies[at] = max(order[place], order[other]);
  }
}

fn itemCount() -> u32 {
  return lbvh.count;
}

fn takeItem(place: u32) {
  _ = laterOverlaps(place);
}
