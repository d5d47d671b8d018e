// A tree over boxes → how many later boxes each box overlaps.
//
// One thread: one place of the order. Writes its count to overlapStarts, of which a prefix sum makes places. CPU twin:
// TreeJoin (lib/broad-phase/tree-join.ts), which joins the tree with itself.

fn takeOverlap(found: u32, place: u32, other: u32) {}

fn takeItem(place: u32) {
  if (place < lbvh.count) {
    overlapStarts[place] = laterOverlaps(place);
  }
}
