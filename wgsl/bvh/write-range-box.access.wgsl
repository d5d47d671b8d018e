// Writing boxes of ranges: rangeBoxes is a binding of the kernel, for writing.

fn writeRangeBox(number: u32, box: WordBox) {
  let at = RANGE_BOX_WORDS * number;
  for (var k = 0u; k < 3u; k++) {
    rangeBoxes[at + k] = box.low[k];
    rangeBoxes[at + 3u + k] = box.high[k];
  }
}
