// Results of leaves and the places of the contacts → the contacts side by side, in the order of the leaves.
//
// One thread: one leaf, whose result it copies to `contacts`, as far as that has capacity.

@compute @workgroup_size(workgroupSize)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let leaf = flatItem(group, groups, thread);
  if (leaf >= min(leafCount(), arrayLength(&results))) {
    return;
  }
  let result = results[leaf];
  let at = contactStarts[leaf];
  if (resultStateKind(result.state) < KIND_DROPPED && at < arrayLength(&contacts)) {
    contacts[at] = result;
  }
}
