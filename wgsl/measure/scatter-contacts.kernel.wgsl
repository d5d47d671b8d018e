// Results of leaves and the contacts' places → the contacts side by side, in the leaves' order, as far as there is
// room. One thread a leaf.

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
