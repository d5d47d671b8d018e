// Pairs → how many each row of the front has. One thread a pair.

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
  let faces = array<u32, 2>(pairs[i].boneFace, pairs[i].toolFace);
  for (var body = 0u; body < 2u; body++) {
    if (!hasBody(scene.sides, body)) {
      continue;
    }
    let row = frontRow(pairs[i].pose, body, faces[body]);
    if (row < rowTotal()) {
      atomicAdd(&nearStarts[row], 1u);
    }
  }
}
