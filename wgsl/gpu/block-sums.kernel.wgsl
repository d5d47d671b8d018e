// Values → the sum of each block of workgroupSize · PER_THREAD.

@group(0) @binding(0) var<uniform> scan: PrefixSumTask;
@group(0) @binding(1) var<storage, read> counters: array<u32>;
@group(0) @binding(2) var<storage, read> values: array<u32>;
@group(0) @binding(3) var<storage, read_write> blocks: array<u32>;

@compute @workgroup_size(workgroupSize)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let block = flatGroup(group, groups);
  let count = min(counters[scan.countWord], scan.capacity);
  let first = (block * workgroupSize + thread) * PER_THREAD;
  var sum = 0u;
  for (var i = first; i < min(first + PER_THREAD, count); i++) {
    sum += values[i];
  }
  _ = scanWorkgroup(sum, thread);
  if (thread == 0u && block < arrayLength(&blocks)) {
    blocks[block] = partial[workgroupSize - 1u];
  }
}
