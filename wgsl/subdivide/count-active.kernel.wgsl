// Bitmaps of faces → the active faces, which belong to a wanted body and have candidates or may lie inside.
//
// One thread: one word of the bitmaps. Writes the record of `activeFaces`, and to activeStarts the number of its active
// faces. CPU twin: FaceGrouper (lib/stages/candidates/active-faces.ts).

fn itemCount() -> u32 {
  let words = scene.boneBitmapWords + scene.toolBitmapWords;
  return min(scene.poseCount * words, min(arrayLength(&activeFaces), arrayLength(&activeStarts)));
}

fn takeItem(w: u32) {
  let words = scene.boneBitmapWords + scene.toolBitmapWords;
  let body = select(BONE, TOOL, w % words >= scene.boneBitmapWords);
  var found = ActiveFaces(0u, inside[w], undecided[w]);
  if (hasBody(scene.sides, body)) {
    found.bits = candidates[w] | found.inside | found.undecided;
  }
  activeFaces[w] = found;
  activeStarts[w] = countOneBits(found.bits);
}
