// Leaves and the faces near them → one LeafGap each.
//
// One thread: one leaf. Reads its near faces' corners; writes `gaps`. CPU twin:
// lib/stages/compiled/module/measure/leaf-pairs.ts.

fn nearEntry(i: u32) -> u32 {
  return near[i];
}

fn itemCount() -> u32 {
  return min(leafCount(), arrayLength(&gaps));
}

fn takeItem(i: u32) {
  let row = rows[i];
  let body = bodyOf(row);
  let corners = leafCorners(row);
  let seen = array<vec3f, 3>(vec3f(0.0), local(corners[1], corners[0]), local(corners[2], corners[0]));
  let leaf = Leaf(corners, seen, cornerError(row), vertexError(1u - body));
  gaps[i] = leafGap(row, leaf, scene.maxDistance, scene.within, scene.tolerance);
}
