// Which near faces are kept, by the sums in `keepStarts`, a binding of the kernel.

// The number of kept ones before entry e.
fn keptBefore(e: u32) -> u32 {
  if (e < nearTotal()) {
    return keepStarts[e];
  }
  return counterAt(level.kept);
}
