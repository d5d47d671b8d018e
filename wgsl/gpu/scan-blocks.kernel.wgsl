// Block sums → what comes before each block, in one workgroup, and the total.

@group(0) @binding(0) var<uniform> scan: PrefixSumTask;
@group(0) @binding(1) var<storage, read_write> counters: array<u32>;
@group(0) @binding(2) var<storage, read_write> blocks: array<u32>;

var<workgroup> blockCount: u32;

@compute @workgroup_size(workgroupSize)
fn main(@builtin(local_invocation_index) thread: u32) {
  if (thread == 0u) {
    let perBlock = workgroupSize * PER_THREAD;
    blockCount = (min(counters[scan.countWord], scan.capacity) + perBlock - 1u) / perBlock;
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
