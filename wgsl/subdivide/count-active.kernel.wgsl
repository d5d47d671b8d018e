// Bitmaps of faces → the bits of the active faces, which belong to a wanted body and have candidates or may lie inside.
//
// One thread: one word of the bitmaps. Writes the word of `activeFaces`, and to activeStarts the number of its bits.
// CPU twin: FaceGrouper (lib/stages/candidates/active-faces.ts).

fn itemCount() -> u32 {
  let words = scene.boneBitmapWords + scene.toolBitmapWords;
  return min(scene.poseCount * words, min(arrayLength(&activeFaces), arrayLength(&activeStarts)));
}

fn takeItem(w: u32) {
  let words = scene.boneBitmapWords + scene.toolBitmapWords;
  let body = select(BONE, TOOL, w % words >= scene.boneBitmapWords);
  var bits = 0u;
  if (hasBody(scene.sides, body)) {
    bits = candidates[w] | inside[w] | undecided[w];
  }
  activeFaces[w] = bits;
  activeStarts[w] = countOneBits(bits);
}
