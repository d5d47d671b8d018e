// Values → the sum of each workgroup's range of them. The third dimension of the dispatch is that of the sums.

@compute @workgroup_size(workgroupSize)
fn main(
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) size: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let group = flatGroup(id, size);
  let count = min(counters[scan.countWord], scan.capacity);
  let groups = size.x * size.y;
  let range = rangeOf(group, groups, count);
  var sum = 0u;
  for (var block = range.x; block < range.y; block++) {
    let own = ownValues(block, thread, count);
    for (var i = own.x; i < own.y; i++) {
      sum += values[scan.sums * i + id.z];
    }
  }
  let scanned = scanWorkgroup(sum, thread);
  if (thread == 0u) {
    ranges[id.z * groups + group] = scanned.y;
  }
}
