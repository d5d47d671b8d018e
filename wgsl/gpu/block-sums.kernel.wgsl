// Values → the sum of each block of workgroupSize · VALUES_PER_THREAD values.
//
// One thread: VALUES_PER_THREAD values; a workgroup: one block, whose sum it writes to `blocks`.

@compute @workgroup_size(workgroupSize)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let count = min(counters[scan.countWord], scan.capacity);
  for (var block = flatGroup(group, groups); block < blocksOf(count); block += groups.x * groups.y) {
    let first = (block * workgroupSize + thread) * VALUES_PER_THREAD;
    var sum = 0u;
    for (var i = first; i < min(first + VALUES_PER_THREAD, count); i++) {
      sum += values[i];
    }
    _ = scanWorkgroup(sum, thread);
    if (thread == 0u) {
      blocks[block] = partial[workgroupSize - 1u];
    }
    workgroupBarrier();
  }
}
