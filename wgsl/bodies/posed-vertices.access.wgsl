// Reading the tool's vertices in the bone's frame: scene and posed, which holds them pose after pose, are bindings of
// the kernel.

fn toolVertex(pose: u32, vertex: u32) -> vec3i {
  let at = 3u * (pose * scene.toolVertexCount + vertex);
  return vec3i(posed[at], posed[at + 1u], posed[at + 2u]);
}
