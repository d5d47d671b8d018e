// Reading the bone's index where no other is asked for: boneIndex is a binding of the kernel.

fn indexAt(body: u32, entry: u32) -> vec4i {
  return boneIndex[entry];
}
