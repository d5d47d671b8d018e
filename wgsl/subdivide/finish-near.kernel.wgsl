// Near faces of the leaves → the words that the stages after this read.
//
// One thread: one near face, whose word it copies to `near`.

@compute @workgroup_size(workgroupSize)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let e = flatItem(group, groups, thread);
  if (e < nearTotal()) {
    near[e] = entries[e].word;
  }
}
