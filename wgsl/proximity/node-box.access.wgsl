// A node of a body's BVH → its box, in units, in the body's own frame.
//
// A kernel that uses it binds boneBvh and toolBvh, pictured in lib/index/bvh/gpu-bvh.ts. point-face.wgsl is among its
// parts.

fn bvhAt(body: u32, word: u32) -> i32 {
  if (body == BONE) {
    return boneBvh[word];
  }
  return toolBvh[word];
}

// at: the word at which a level's first box begins, from its head.
fn nodeBox(body: u32, at: u32, node: u32) -> Box {
  let low = at + BVH_BOX_WORDS * node + BVH_BOX_LOW_X;
  let high = at + BVH_BOX_WORDS * node + BVH_BOX_HIGH_X;
  return Box(
    vec3i(bvhAt(body, low), bvhAt(body, low + 1u), bvhAt(body, low + 2u)),
    vec3i(bvhAt(body, high), bvhAt(body, high + 1u), bvhAt(body, high + 2u)),
  );
}
