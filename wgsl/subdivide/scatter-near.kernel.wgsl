// Pairs → the near faces of each active face.
//
// One thread: one pair. Takes places by counting nearFill up, so the order within a row is not fixed: no result depends
// on it. Writes `near`. CPU twin: FaceGrouper (lib/stages/candidates/active-faces.ts).

fn itemCount() -> u32 {
  return min(counterAt(subdivision.pairs), arrayLength(&pairs));
}

fn takeItem(i: u32) {
  let pair = pairs[i];
  let faces = array<u32, 2>(pair.boneFace, pair.toolFace);
  for (var body = 0u; body < 2u; body++) {
    if (!hasBody(scene.sides, body)) {
      continue;
    }
    let row = activeRow(pair.pose, body, faces[body]);
    if (row >= activeTotal()) {
      continue;
    }
    let e = nearStarts[row] + atomicAdd(&nearFill[row], 1u);
    if (e < nearTotal()) {
      near[e] = packNearFace(faces[1u - body], pair.verdict);
    }
  }
}
