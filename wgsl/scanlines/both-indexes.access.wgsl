// Reading the indexes of both bodies: boneIndex and toolIndex are bindings of the kernel.

fn indexAt(body: u32, entry: u32) -> vec4i {
  if (body == BONE) {
    return boneIndex[entry];
  }
  return toolIndex[entry];
}
