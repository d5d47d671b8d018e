// Reading boxes of ranges: rangeBoxes is a binding of the kernel.

fn rangeBox(number: u32) -> WordBox {
  let at = RANGE_BOX_WORDS * number;
  return WordBox(
    vec3u(rangeBoxes[at], rangeBoxes[at + 1u], rangeBoxes[at + 2u]),
    vec3u(rangeBoxes[at + 3u], rangeBoxes[at + 4u], rangeBoxes[at + 5u]),
  );
}
