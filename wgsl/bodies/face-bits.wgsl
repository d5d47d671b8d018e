// Pose, body and face → its bit in a bitmap of faces: pose after pose, the bone's words, then the tool's.

// x: the word; y: the bit in it.
fn faceBit(scene: Scene, pose: u32, body: u32, face: u32) -> vec2u {
  let words = scene.boneBitmapWords + scene.toolBitmapWords;
  return vec2u(pose * words + body * scene.boneBitmapWords + face / FACES_PER_WORD, 1u << (face % FACES_PER_WORD));
}
