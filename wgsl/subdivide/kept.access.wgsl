// Which near faces are kept, by the sums of `keepStarts`, a binding of the kernel.

// How many of those before entry e are kept.
fn keptBefore(e: u32) -> u32 {
  if (e < nearTotal()) {
    return keepStarts[e];
  }
  return counterAt(level.kept);
}
