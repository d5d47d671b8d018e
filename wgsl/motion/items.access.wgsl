// Items of a deforming surface (lib/questions/motion/deforming/deforming-surface.ts), and the motion of its vertices in
// a step.

fn itemOfLeaf(leaf: u32) -> u32 {
  return topology[impactStep.itemsAt + leaf];
}

// The item's vertices.
fn cornersOf(item: u32) -> vec3u {
  let at = impactStep.cornersAt + 3u * item;
  return vec3u(topology[at], topology[at + 1u], topology[at + 2u]);
}

fn isCorner(corners: vec3u, vertex: u32) -> bool {
  return any(corners == vec3u(vertex));
}

// Whether two items share a vertex.
fn areNeighbours(a: vec3u, b: vec3u) -> bool {
  return isCorner(a, b.x) || isCorner(a, b.y) || isCorner(a, b.z);
}
