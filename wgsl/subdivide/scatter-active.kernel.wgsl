// Bits of the active faces → a row for each, in order of pose, body and face.
//
// One thread: one word of the bitmaps, whose faces it writes to `activeRows` in turn.

fn itemCount() -> u32 {
  let words = scene.boneBitmapWords + scene.toolBitmapWords;
  return min(scene.poseCount * words, min(arrayLength(&activeFaces), arrayLength(&activeStarts)));
}

fn takeItem(w: u32) {
  let words = scene.boneBitmapWords + scene.toolBitmapWords;
  let pose = w / words;
  let body = select(BONE, TOOL, w % words >= scene.boneBitmapWords);
  let firstFace = FACES_PER_WORD * (w % words - body * scene.boneBitmapWords);
  var row = activeStarts[w];
  for (var bits = activeFaces[w]; bits != 0u && row < activeTotal(); bits &= bits - 1u) {
    let k = countTrailingZeros(bits);
    var side = select(SIDE_OUTSIDE, SIDE_UNDECIDED, ((undecided[w] >> k) & 1u) == 1u);
    side = select(side, SIDE_INSIDE, ((inside[w] >> k) & 1u) == 1u);
    activeRows[row] = SubTriangleRow(
      packOwner(firstFace + k, body), packRowState(pose, 0u, side), 0u, nearStarts[row], nearFill[row],
    );
    row++;
  }
}
