// A box at a place of the order → the boxes at later places that overlap it.
//
// Down the tree of codes (wgsl/bvh/code-nodes.kernel.wgsl) without a stack. After a node whose range ends at place e
// comes the second child whose range begins at e + 1: the node of that number if it is one, else the box at e + 1 (A.
// Prokopenko, D. Lebrun-Grandié, 2024, call this a rope). Beginning with what comes after the box itself, the walk
// meets each later box once, so each pair is found once.
//
// A kernel that uses it binds lbvh, rangeBoxes and codeNodes, and defines takeOverlap(found, place, other), which is
// called for each.

// What begins at a place: a CodeChild.
fn beginningAt(place: u32) -> u32 {
  if (place + 1u < lbvh.count && codeEndIsSecond(codeNodes[place].end) == 1u) {
    return packCodeChild(place, 0u);
  }
  return packCodeChild(place, 1u);
}

fn boxOfNode(node: CodeNode) -> WordBox {
  return WordBox(vec3u(node.lowX, node.lowY, node.lowZ), vec3u(node.highX, node.highY, node.highZ));
}

// Returns their number; they come in the order of their places.
fn laterOverlaps(place: u32) -> u32 {
  let box = rangeBox(place);
  var found = 0u;
  var end = place;
  while (end + 1u < lbvh.count) {
    var here = beginningAt(end + 1u);
    // Down first children until one is disjoint from the box, or is a box.
    while (codeChildIsBox(here) == 0u) {
      let node = codeNodes[codeChildPlace(here)];
      end = codeEndPlace(node.end);
      if (!boxesMeet(box, boxOfNode(node))) {
        break;
      }
      here = node.first;
    }
    if (codeChildIsBox(here) == 1u) {
      end = codeChildPlace(here);
      if (boxesMeet(box, rangeBox(end))) {
        takeOverlap(found, place, end);
        found++;
      }
    }
  }
  return found;
}
