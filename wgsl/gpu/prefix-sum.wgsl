// The parts of a list that workgroups take, and the prefix sum over a workgroup's threads.
//
//     values  ▢▢▢▢ ▢▢▢▢ ▢▢▢▢ ▢▢▢▢ ▢▢▢▢ ▢▢     a block: VALUES_PER_THREAD values of every thread
//             └── range 0 ─┘ └── range 1 ─┘    a workgroup's range: as many blocks of the list as any other's, in order

// Blocks from x to before y: the workgroup's range of `count` values.
fn rangeOf(group: u32, groups: u32, count: u32) -> vec2u {
  let perBlock = workgroupSize * VALUES_PER_THREAD;
  let blocks = count / perBlock + select(0u, 1u, count % perBlock != 0u);
  let each = blocks / groups + select(0u, 1u, blocks % groups != 0u);
  let first = min(group * each, blocks);
  return vec2u(first, min(first + each, blocks));
}

// The values that a thread takes of a block, from x to before y.
fn ownValues(block: u32, thread: u32, count: u32) -> vec2u {
  let first = min((block * workgroupSize + thread) * VALUES_PER_THREAD, count);
  return vec2u(first, min(first + VALUES_PER_THREAD, count));
}

// Threads in a row: workgroupSize is a multiple of this.
const SCAN_ROW: u32 = 16u;
var<workgroup> partial: array<u32, workgroupSize>;
var<workgroup> rowTotals: array<u32, workgroupSize / SCAN_ROW>;

// A value of each thread of a workgroup → the sum over the threads before it, and over all. Each thread sums its row,
// then the rows before its own: two barriers, while a scan by doubling has two per step. A barrier comes between any
// two uses of an array, so that the next call may follow at once. Integers: any order gives the same bits. Must be
// reached by every thread of the workgroup.
fn scanWorkgroup(value: u32, thread: u32) -> vec2u {
  let row = thread / SCAN_ROW;
  partial[thread] = value;
  workgroupBarrier();
  var before = 0u;
  for (var t = SCAN_ROW * row; t < thread; t++) {
    before += partial[t];
  }
  if (thread % SCAN_ROW == SCAN_ROW - 1u) {
    rowTotals[row] = before + value;
  }
  workgroupBarrier();
  var total = 0u;
  for (var r = 0u; r < workgroupSize / SCAN_ROW; r++) {
    if (r == row) {
      before += total;
    }
    total += rowTotals[r];
  }
  return vec2u(before, total);
}
