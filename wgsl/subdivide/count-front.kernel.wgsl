// Bitmaps of faces → the bits of the front: every wanted face that has candidates or may lie inside, and how many there
// are. One thread a word.

@compute @workgroup_size(workgroupSize)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let w = flatItem(group, groups, thread);
  let words = scene.boneBitmapWords + scene.toolBitmapWords;
  if (w >= min(scene.poseCount * words, min(arrayLength(&front), arrayLength(&frontStarts)))) {
    return;
  }
  let body = select(BONE, TOOL, w % words >= scene.boneBitmapWords);
  var bits = 0u;
  if (hasBody(scene.sides, body)) {
    bits = candidates[w] | inside[w] | undecided[w];
  }
  front[w] = bits;
  frontStarts[w] = countOneBits(bits);
}
