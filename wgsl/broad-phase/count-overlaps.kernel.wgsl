// A tree over boxes → the number of later boxes that each box overlaps, and the total, in 64 bits.
//
// One thread: one place of the order. Writes its count to overlapStarts, which a prefix sum turns into places. CPU
// twin: TreeJoin (lib/index/broad-phase/tree-join.ts), which joins the tree with itself.

override lowWord: u32;
override highWord: u32;

fn takeOverlap(found: u32, place: u32, other: u32) {}

fn itemCount() -> u32 {
  return lbvh.count;
}

fn takeItem(place: u32) {
  let found = laterOverlaps(place);
  overlapStarts[place] = found;
  // The sum has passed 2^32 if it is less than before.
  let before = atomicAdd(&counters[lowWord], found);
  if (before + found < before) {
    atomicAdd(&counters[highWord], 1u);
  }
}
