// Values and the sum of each workgroup's range of them → for every value the sum of all before it, in place; and the
// total, which the last workgroup writes to a word of `counters`. The third dimension of the dispatch is that of the
// sums.
//
// Each workgroup adds up the ranges before its own by itself: at most MOST_STRIDING sums (lib/base/gpu/dispatch.ts), a
// few per thread. So none waits for another, and a single workgroup needs no sums.

var<workgroup> told: u32;

@compute @workgroup_size(workgroupSize)
fn main(
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) size: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let group = flatGroup(id, size);
  let groups = size.x * size.y;
  if (thread == 0u) {
    told = min(counters[scan.countWord], scan.capacity);
  }
  let count = workgroupUniformLoad(&told);
  var before = 0u;
  if (group > 0u) {
    for (var r = thread; r < group; r += workgroupSize) {
      before += ranges[id.z * groups + r];
    }
    before = scanWorkgroup(before, thread).y;
  }
  let range = rangeOf(group, groups, count);
  for (var block = range.x; block < range.y; block++) {
    let own = ownValues(block, thread, count);
    var sum = 0u;
    for (var i = own.x; i < own.y; i++) {
      sum += values[scan.sums * i + id.z];
    }
    let scanned = scanWorkgroup(sum, thread);
    var next = before + scanned.x;
    for (var i = own.x; i < own.y; i++) {
      let value = values[scan.sums * i + id.z];
      values[scan.sums * i + id.z] = next;
      next += value;
    }
    before += scanned.y;
  }
  if (thread == 0u && group == groups - 1u) {
    counters[scan.totalWord + id.z] = before;
  }
}
