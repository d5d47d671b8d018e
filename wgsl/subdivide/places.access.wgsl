// Ways from a face to its pieces, by numbers of leaves: a piece's leaves are consecutive, in the order of paths.
// bodies/divisions.access.wgsl comes before.
//
//   face, 7 leaves     0 1 2 3 4 5 6      a piece: its node, and the number of its first leaf
//                      └─────┘ └─┘ │
//                        └ children

struct Place {
  node: u32,
  path: u32,
  level: u32,
  first: u32,
}

fn divisionLeaves(body: u32, node: u32) -> u32 {
  return divisionWord(body, node, DIVISION_LEAVES);
}

// The child with a leaf of the node's, and the number of the child's first leaf.
fn childWith(body: u32, node: u32, leaf: u32) -> vec2u {
  var first = 0u;
  let last = divisionChildren(body, node) - 1u;
  for (var child = 0u; child < last; child++) {
    let end = first + divisionLeaves(body, divisionChild(body, node, child));
    if (leaf < end) {
      return vec2u(child, first);
    }
    first = end;
  }
  return vec2u(last, first);
}

// first: the number of the child's first leaf.
fn childPlace(body: u32, at: Place, child: u32, first: u32) -> Place {
  let used = at.level + divisionBits(body, at.node);
  return Place(divisionChild(body, at.node, child), at.path | (child << (32u - used)), used, first);
}

// A bit for each of `count` leaves from `first` on.
fn leafBits(first: u32, count: u32) -> u32 {
  return (~0u >> (32u - count)) << first;
}
