// Leaves and the faces near them → one LeafGap each, and what is known of its corners.
//
// One thread: one leaf. Reads its near faces' corners; writes `gaps` and three records of `corners`. CPU twins:
// lib/stages/compiled/module/measure/leaf-pairs.ts, lib/stages/compiled/module/proximity/point-table.ts.

fn nearEntry(i: u32) -> u32 {
  return near[i];
}

fn itemCount() -> u32 {
  return min(leafCount(), arrayLength(&gaps));
}

fn takeItem(i: u32) {
  let row = rows[i];
  let body = bodyOf(row);
  let p = leafCorners(row);
  let seen = array<vec3f, 3>(vec3f(0.0), local(p[1], p[0]), local(p[2], p[0]));
  let leaf = Leaf(p, seen, cornerError(row), vertexError(1u - body));
  let gap = leafGap(row, leaf, scene.maxDistance, scene.within, scene.tolerance);
  let states = firstStates(row, gap, hasBody(scene.signed, 1u - body));
  gaps[i] = gap;
  for (var k = 0u; k < 3u; k++) {
    corners[3u * i + k] = CornerDistance(states[k], NO_FACE, FAR, 0.0);
  }
}
