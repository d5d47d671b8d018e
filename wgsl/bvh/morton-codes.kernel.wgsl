// Boxes → the Morton code of each centre, and its number as the payload of a sort.
//
// One thread: one box, of numbers from 0 to 1. The bits of the three cells alternate, z's highest. CPU twin: boxCodes
// (lib/index/bvh/box-codes.ts), which has cells of the box of all centres. The cells affect the quality of the tree,
// not its contents.

// The cell along an axis; numbers beyond 1 are in the last.
fn cellAt(x: f32) -> u32 {
  let cells = f32(1u << MORTON_BITS);
  return u32(clamp(x * cells, 0.0, cells - 1.0));
}

fn itemCount() -> u32 {
  return lbvh.count;
}

fn takeItem(item: u32) {
  let low = RANGE_BOX_WORDS * item + RANGE_BOX_LOW_X;
  let high = RANGE_BOX_WORDS * item + RANGE_BOX_HIGH_X;
  var code = 0u;
  for (var k = 0u; k < 3u; k++) {
    let cell = cellAt((bitcast<f32>(boxes[low + k]) + bitcast<f32>(boxes[high + k])) * 0.5);
    for (var bit = 0u; bit < MORTON_BITS; bit++) {
      code |= extractBits(cell, bit, 1u) << (3u * bit + k);
    }
  }
  keys[item] = code;
  payloads[item] = item;
}
