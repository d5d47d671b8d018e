// The entry point of a kernel with one thread an item: the kernel defines takeItem(item). invocation.wgsl comes before.
// Threads beyond the last item are started, too: takeItem leaves them out.

@compute @workgroup_size(workgroupSize)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  takeItem(flatItem(group, groups, thread));
}
