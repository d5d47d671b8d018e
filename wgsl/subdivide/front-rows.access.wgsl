// A pair and a body → the row of its face in the front. scene, front and frontStarts are bindings of the kernel.

fn isWanted(body: u32) -> bool {
  return ((scene.sides >> body) & 1u) == 1u;
}

fn frontRow(pose: u32, body: u32, face: u32) -> u32 {
  let bit = faceBit(scene, pose, body, face);
  return frontStarts[bit.x] + countOneBits(front[bit.x] & (bit.y - 1u));
}
