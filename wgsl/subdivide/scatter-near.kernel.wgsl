// Pairs → the near faces of each row of the front, in no certain order within a row: no result depends on it. One
// thread a pair.

@compute @workgroup_size(workgroupSize)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let i = flatItem(group, groups, thread);
  if (i >= min(counterAt(level.pairs), arrayLength(&pairs))) {
    return;
  }
  let pair = pairs[i];
  let faces = array<u32, 2>(pair.boneFace, pair.toolFace);
  for (var body = 0u; body < 2u; body++) {
    if (!hasBody(scene.sides, body)) {
      continue;
    }
    let row = frontRow(pair.pose, body, faces[body]);
    if (row >= rowTotal()) {
      continue;
    }
    let e = nearStarts[row] + atomicAdd(&nearFill[row], 1u);
    if (e < nearTotal()) {
      entries[e] = NearEntry(row, packNearFace(faces[1u - body], pair.verdict));
    }
  }
}
