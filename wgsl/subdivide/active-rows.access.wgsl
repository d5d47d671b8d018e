// A pair and a body → the row of its face among the active faces. scene, activeFaces and activeStarts are bindings of
// the kernel.

fn activeRow(pose: u32, body: u32, face: u32) -> u32 {
  let bit = faceBit(scene, pose, body, face);
  return activeStarts[bit.x] + countOneBits(activeFaces[bit.x].bits & (bit.y - 1u));
}
