// A pair and a body → the row of its face in the front. scene, front and frontStarts are bindings of the kernel.

fn frontRow(pose: u32, body: u32, face: u32) -> u32 {
  let bit = faceBit(scene, pose, body, face);
  return frontStarts[bit.x] + countOneBits(front[bit.x] & (bit.y - 1u));
}
