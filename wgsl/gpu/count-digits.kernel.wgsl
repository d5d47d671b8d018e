// Keys → the number of keys in each block with each digit.
//
// One thread: KEYS_PER_THREAD keys; a workgroup, of at least DIGITS threads: one block. Writes its counts to
// digitStarts, digit after digit and block after block in each, so that their prefix sum is where each block's keys of
// a digit go.

var<workgroup> counted: array<atomic<u32>, DIGITS>;

@compute @workgroup_size(workgroupSize)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let block = flatGroup(group, groups);
  let own = keysOf(block, thread);
  for (var i = own.x; i < own.y; i++) {
    atomicAdd(&counted[digitOf(keys[i])], 1u);
  }
  workgroupBarrier();
  if (thread < DIGITS && block < sort.blocks) {
    digitStarts[thread * sort.blocks + block] = atomicLoad(&counted[thread]);
  }
}
