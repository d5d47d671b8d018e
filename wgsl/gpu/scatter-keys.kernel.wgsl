// Keys and where each block's keys of a digit go → keys and payloads in the order of the digit, stable.
//
// One thread: KEYS_PER_THREAD keys; a workgroup: one block. A key's place is the block's for its digit, plus the number
// of keys of the same digit before it in the block: a scan over the threads with one count per digit (W. D. Hillis, G.
// L. Steele, 1986). Two counts share a word; a block has fewer than 2^COUNT_BITS keys, so neither overflows into the
// other.

// Word after word, for each thread.
var<workgroup> counts: array<u32, workgroupSize * COUNT_WORDS>;

// The shift of a digit's count in its word.
fn countShift(digit: u32) -> u32 {
  return select(0u, COUNT_BITS, digit % 2u == 1u);
}

@compute @workgroup_size(workgroupSize)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let block = flatGroup(group, groups);
  let own = keysOf(block, thread);
  var before: array<u32, COUNT_WORDS>;
  for (var i = own.x; i < own.y; i++) {
    let digit = digitOf(keys[i]);
    before[digit / 2u] += 1u << countShift(digit);
  }
  for (var w = 0u; w < COUNT_WORDS; w++) {
    counts[w * workgroupSize + thread] = before[w];
  }
  workgroupBarrier();
  for (var step = 1u; step < workgroupSize; step *= 2u) {
    // Explicit zeros: one compiler zeroes a variable without them only in the first round.
    var lower = array<u32, COUNT_WORDS>();
    if (thread >= step) {
      for (var w = 0u; w < COUNT_WORDS; w++) {
        lower[w] = counts[w * workgroupSize + thread - step];
      }
    }
    workgroupBarrier();
    for (var w = 0u; w < COUNT_WORDS; w++) {
      counts[w * workgroupSize + thread] += lower[w];
    }
    workgroupBarrier();
  }
  // Over all threads before this one: the scan includes its own counts.
  for (var w = 0u; w < COUNT_WORDS; w++) {
    before[w] = counts[w * workgroupSize + thread] - before[w];
  }
  for (var i = own.x; i < own.y; i++) {
    let digit = digitOf(keys[i]);
    let shift = countShift(digit);
    let rank = extractBits(before[digit / 2u], shift, COUNT_BITS);
    before[digit / 2u] += 1u << shift;
    let at = digitStarts[digit * sort.blocks + block] + rank;
    sortedKeys[at] = keys[i];
    sortedPayloads[at] = payloads[i];
  }
}
