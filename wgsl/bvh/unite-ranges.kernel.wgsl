// Boxes of ranges of one length → boxes of BRANCHING ranges each.
//
// One thread: one range of the greater length. rangeLevel says where the boxes of both lengths are.

fn itemCount() -> u32 {
  return (rangeLevel.count + BRANCHING - 1u) / BRANCHING;
}

fn takeItem(range: u32) {
  let first = BRANCHING * range;
  var box = noBox();
  for (var i = first; i < min(first + BRANCHING, rangeLevel.count); i++) {
    box = unite(box, rangeBox(rangeLevel.start + i));
  }
  writeRangeBox(rangeLevel.unitedStart + range, box);
}
