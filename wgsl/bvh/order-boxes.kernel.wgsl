// Boxes and their order → the boxes in that order: the ranges of length one.
//
// One thread: one place of the order. Writes its box to rangeBoxes.

fn itemCount() -> u32 {
  return lbvh.count;
}

fn takeItem(place: u32) {
  let at = RANGE_BOX_WORDS * order[place];
  writeRangeBox(place, WordBox(
    vec3u(boxes[at], boxes[at + 1u], boxes[at + 2u]),
    vec3u(boxes[at + 3u], boxes[at + 4u], boxes[at + 5u]),
  ));
}
