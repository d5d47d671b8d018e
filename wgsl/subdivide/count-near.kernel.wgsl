// Pairs → the number of near faces of each active face.
//
// One thread: one pair. Adds 1 to nearStarts for each of its two faces whose body is wanted. CPU twin: FaceGrouper
// (lib/stages/candidates/active-faces.ts).

fn itemCount() -> u32 {
  return min(counterAt(subdivision.pairs), arrayLength(&pairs));
}

fn takeItem(i: u32) {
  let faces = array<u32, 2>(pairs[i].boneFace, pairs[i].toolFace);
  for (var body = 0u; body < 2u; body++) {
    if (!hasBody(scene.sides, body)) {
      continue;
    }
    let row = activeRow(pairs[i].pose, body, faces[body]);
    if (row < activeTotal()) {
      atomicAdd(&nearStarts[row], 1u);
    }
  }
}
