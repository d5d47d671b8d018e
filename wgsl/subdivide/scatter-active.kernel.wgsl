// Active faces → a row for each, in order of pose, body and face, and how many branches and tests it has.
//
// One thread: one word of the bitmaps, whose faces it writes to `activeRows` in turn, and to branchFirst two counts for
// each, which a prefix sum turns into the numbers of its first branch and of its first test.

fn itemCount() -> u32 {
  let words = scene.boneBitmapWords + scene.toolBitmapWords;
  return min(scene.poseCount * words, min(arrayLength(&activeFaces), arrayLength(&activeStarts)));
}

fn takeItem(w: u32) {
  let words = scene.boneBitmapWords + scene.toolBitmapWords;
  let pose = w / words;
  let body = select(BONE, TOOL, w % words >= scene.boneBitmapWords);
  let firstFace = FACES_PER_WORD * (w % words - body * scene.boneBitmapWords);
  let found = activeFaces[w];
  var r = activeStarts[w];
  for (var bits = found.bits; bits != 0u && r < activeTotal(); bits &= bits - 1u) {
    let k = countTrailingZeros(bits);
    var side = select(SIDE_OUTSIDE, SIDE_UNDECIDED, ((found.undecided >> k) & 1u) == 1u);
    side = select(side, SIDE_INSIDE, ((found.inside >> k) & 1u) == 1u);
    let row = SubTriangleRow(
      packOwner(firstFace + k, body), packRowState(pose, 0u, side), 0u, nearStarts[r], nearFill[r],
    );
    activeRows[r] = row;
    let count = branchCount(row);
    branchFirst[2u * r] = count;
    branchFirst[2u * r + 1u] = count * testsOfBranch(row);
    r++;
  }
}
