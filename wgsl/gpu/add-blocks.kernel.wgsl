// Values and what comes before each block → for every value the sum of all before it, in place.
//
// One thread: VALUES_PER_THREAD values; a workgroup: one block. Reads the block's sum from `blocks`.

@compute @workgroup_size(workgroupSize)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let count = min(counters[scan.countWord], scan.capacity);
  for (var block = flatGroup(group, groups); block < blocksOf(count); block += groups.x * groups.y) {
    let first = (block * workgroupSize + thread) * VALUES_PER_THREAD;
    let end = min(first + VALUES_PER_THREAD, count);
    var sum = 0u;
    for (var i = first; i < end; i++) {
      sum += values[i];
    }
    var before = blocks[block] + scanWorkgroup(sum, thread);
    for (var i = first; i < end; i++) {
      let value = values[i];
      values[i] = before;
      before += value;
    }
    workgroupBarrier();
  }
}
