// A tree over boxes → how many later boxes each box overlaps, and how many all do, in 64 bits.
//
// One thread: one place of the order. Writes its count to overlapStarts, of which a prefix sum makes places. CPU twin:
// TreeJoin (lib/broad-phase/tree-join.ts), which joins the tree with itself.

override lowWord: u32;
override highWord: u32;

fn takeOverlap(found: u32, place: u32, other: u32) {}

fn itemCount() -> u32 {
  return lbvh.count;
}

fn takeItem(place: u32) {
  let found = laterOverlaps(place);
  overlapStarts[place] = found;
  // The sum has passed 2^32 where it comes out less than it was.
  let before = atomicAdd(&counters[lowWord], found);
  if (before + found < before) {
    atomicAdd(&counters[highWord], 1u);
  }
}
