// How faces are divided: the DIVISION records of a body's geometry buffer. common/grid.wgsl and
// bodies/body-geometry.access.wgsl come before.

fn divisionWord(body: u32, node: u32, word: u32) -> u32 {
  let first = select(scene.boneNodeOffset, scene.toolNodeOffset, body == TOOL);
  return bitcast<u32>(geometryAt(body, first + DIVISION_WORDS * node + word));
}

// The bits of a path that number a node's children. A leaf has none; 1, so that every way down ends.
fn divisionBits(body: u32, node: u32) -> u32 {
  return max(1u, divisionWord(body, node, DIVISION_BITS));
}

// How many children a node has: 0 for a leaf.
fn divisionChildren(body: u32, node: u32) -> u32 {
  let bits = divisionWord(body, node, DIVISION_BITS);
  return select(1u << bits, 0u, bits == 0u);
}

fn divisionChild(body: u32, node: u32, child: u32) -> u32 {
  return divisionWord(body, node, DIVISION_CHILD0 + 2u * child);
}

fn divisionCorners(body: u32, node: u32, child: u32) -> u32 {
  return divisionWord(body, node, DIVISION_CORNERS0 + 2u * child);
}

// A piece's corners → its child's.
fn childCorners(piece: array<vec3i, 4>, corners: u32) -> array<vec3i, 4> {
  var p = piece;
  var to: array<vec3i, 4>;
  for (var k = 0u; k < 4u; k++) {
    let corner = corners >> (CORNER_BITS * k);
    to[k] = midpoint(p[pieceCornerFirst(corner)], p[pieceCornerSecond(corner)]);
  }
  return to;
}
