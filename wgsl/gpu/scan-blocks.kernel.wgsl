// Block sums → what comes before each block, and the total.
//
// One workgroup takes workgroupSize blocks at a time. Rewrites `blocks`; writes the total to a word of `counters`.

var<workgroup> blockCount: u32;

@compute @workgroup_size(workgroupSize)
fn main(@builtin(local_invocation_index) thread: u32) {
  if (thread == 0u) {
    blockCount = blocksOf(min(counters[scan.countWord], scan.capacity));
  }
  let end = workgroupUniformLoad(&blockCount);
  var before = 0u;
  for (var first = 0u; first < end; first += workgroupSize) {
    let block = first + thread;
    var sum = 0u;
    if (block < end) {
      sum = blocks[block];
    }
    let offset = scanWorkgroup(sum, thread);
    if (block < end) {
      blocks[block] = before + offset;
    }
    before += partial[workgroupSize - 1u];
    workgroupBarrier();
  }
  if (thread == 0u) {
    counters[scan.totalWord] = before;
  }
}
