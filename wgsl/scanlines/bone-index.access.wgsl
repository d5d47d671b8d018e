// Reading the bone's index if no other is needed: boneIndex is a binding of the kernel.

fn indexAt(body: u32, entry: u32) -> vec4i {
  return boneIndex[entry];
}
