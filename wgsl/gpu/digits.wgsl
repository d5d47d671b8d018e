// A key → its digit in a pass of the radix sort. `sort` is a uniform binding of the kernel.

fn digitOf(key: u32) -> u32 {
  return extractBits(key, sort.shift, DIGIT_BITS);
}

// The keys that a thread takes, from x to before y.
fn keysOf(block: u32, thread: u32) -> vec2u {
  let first = min((block * workgroupSize + thread) * KEYS_PER_THREAD, sort.count);
  return vec2u(first, min(first + KEYS_PER_THREAD, sort.count));
}
