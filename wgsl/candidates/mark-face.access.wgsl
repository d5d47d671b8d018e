// A face that has a candidate pair → its bit in `candidates`, which the kernel binds as atomic; it also binds scene.

fn markFace(pose: u32, body: u32, face: u32) {
  let bit = faceBit(scene, pose, body, face);
  atomicOr(&candidates[bit.x], bit.y);
}
