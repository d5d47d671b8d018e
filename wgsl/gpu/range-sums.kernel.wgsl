// Values → the sum of each workgroup's range of them.

@compute @workgroup_size(workgroupSize)
fn main(
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) size: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let group = flatGroup(id, size);
  let count = min(counters[scan.countWord], scan.capacity);
  let range = rangeOf(group, size.x * size.y, count);
  var sum = 0u;
  for (var block = range.x; block < range.y; block++) {
    let own = ownValues(block, thread, count);
    for (var i = own.x; i < own.y; i++) {
      sum += values[i];
    }
  }
  let scanned = scanWorkgroup(sum, thread);
  if (thread == 0u) {
    ranges[group] = scanned.y;
  }
}
