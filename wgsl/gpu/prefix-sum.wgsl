// A value of each thread of a workgroup → the sum of those before it; and the workgroup's total.
//
// Hillis & Steele 1986, on workgroup memory. Integers: any order gives the same bits.

// Blocks of so many values.
fn blocksOf(count: u32) -> u32 {
  let perBlock = workgroupSize * VALUES_PER_THREAD;
  return count / perBlock + select(0u, 1u, count % perBlock != 0u);
}

var<workgroup> partial: array<u32, workgroupSize>;

// Must be reached by every thread of the workgroup. partial[workgroupSize − 1] is the total afterwards, until the next
// call.
fn scanWorkgroup(value: u32, thread: u32) -> u32 {
  partial[thread] = value;
  workgroupBarrier();
  for (var step = 1u; step < workgroupSize; step *= 2u) {
    var before = 0u;
    if (thread >= step) {
      before = partial[thread - step];
    }
    workgroupBarrier();
    partial[thread] += before;
    workgroupBarrier();
  }
  return partial[thread] - value;
}
