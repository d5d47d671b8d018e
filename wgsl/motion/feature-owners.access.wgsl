// Two items that share no vertex, and a feature of each → whether this pair of items tests these features. CPU twin:
// lib/questions/motion/deforming/feature-owners.ts, which explains why.

fn ownsVertexFace(vertex: u32, item: u32, face: vec3u) -> bool {
  let end = topology[impactStep.vertexStartsAt + vertex + 1u];
  for (var i = topology[impactStep.vertexStartsAt + vertex]; i < end; i++) {
    let near = topology[impactStep.vertexItemsAt + i];
    if (near == item) {
      return true;
    }
    if (!areNeighbours(cornersOf(near), face)) {
      return false;
    }
  }
  return false;
}

// @param edge the one with the smaller number, of `item`.
fn ownsEdges(edge: u32, item: u32, other: u32, otherItem: u32) -> bool {
  let starts = impactStep.edgeStartsAt;
  for (var i = topology[starts + edge]; i < topology[starts + edge + 1u]; i++) {
    let near = topology[impactStep.edgeItemsAt + i];
    let corners = cornersOf(near);
    for (var j = topology[starts + other]; j < topology[starts + other + 1u]; j++) {
      let otherNear = topology[impactStep.edgeItemsAt + j];
      if (near == item && otherNear == otherItem) {
        return true;
      }
      if (!areNeighbours(corners, cornersOf(otherNear))) {
        return false;
      }
    }
  }
  return false;
}
