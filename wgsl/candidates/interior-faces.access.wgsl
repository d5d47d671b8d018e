// A face without candidates → its bit, if it lies or may lie inside the other solid.
//
// A kernel that uses it binds scene, candidates, inside and undecided, and defines what winding.wgsl needs and
// cornerWinding(other, pose, vertex), the winding of the other body about a vertex of this one.

// Whether the side of `body`'s faces matters: its sub-triangles are wanted, and the other body has an inside.
fn isAsked(body: u32) -> bool {
  return hasBody(scene.sides, body) && hasBody(scene.signed, 1u - body);
}

fn hasCandidate(pose: u32, body: u32, face: u32) -> bool {
  let bit = faceBit(scene, pose, body, face);
  return (candidates[bit.x] & bit.y) != 0u;
}

// The side of a face without candidates. It shares no point with the other surface and so lies on one side of it: any
// decided corner settles it.
fn sideOfFace(pose: u32, body: u32, face: u32) -> u32 {
  let corners = faceAt(body, face);
  var side = SIDE_UNDECIDED;
  for (var k = 0u; k < 3u && side == SIDE_UNDECIDED; k++) {
    side = cornerWinding(1u - body, pose, corners[k]);
  }
  return side;
}

fn markSide(pose: u32, body: u32, face: u32, side: u32) {
  let bit = faceBit(scene, pose, body, face);
  if (side == SIDE_INSIDE) {
    atomicOr(&inside[bit.x], bit.y);
  }
  if (side == SIDE_UNDECIDED) {
    atomicOr(&undecided[bit.x], bit.y);
  }
}

fn markInterior(pose: u32, body: u32, face: u32) {
  if (!hasCandidate(pose, body, face)) {
    markSide(pose, body, face, sideOfFace(pose, body, face));
  }
}
