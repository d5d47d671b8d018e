// The module's memory: tables one behind another, each moved to the end where it has to grow.
//
// A table that moves leaves its old place behind. Capacities at least double, so that what is left behind is less than
// what is in use. Where no memory is left the module traps, and the host goes on without it.

let end: usize = __heap_base;

/** Bytes for a table, from a multiple of 64 on. */
export function take(bytes: usize): usize {
  const at = (end + 63) & ~(<usize>63);
  end = at + bytes;
  const wanted = <i32>((end + 0xffff) >>> 16);
  const pages = memory.size();
  // An eighth more than asked for: a page's views of the memory are made anew each time it grows.
  if (wanted > pages && memory.grow(max(wanted - pages, pages >>> 3)) < 0) unreachable();
  return at;
}

/** A table's new place, with its first `used` bytes. */
export function moved(at: usize, used: usize, bytes: usize): usize {
  const to = take(bytes);
  memory.copy(to, at, used);
  return to;
}

/** The capacity to which one that holds too few is raised. */
export function capacityFor(wanted: i32, present: i32): i32 {
  let capacity = max(present, 64);
  while (capacity < wanted) {
    if (capacity >= 1 << 28) unreachable();
    capacity <<= 1;
  }
  return capacity;
}
