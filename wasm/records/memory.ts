// The module's memory: tables one behind another, each moved to the end where it has to grow.
//
// A table that moves leaves its old place behind. Capacities at least double, so that what is left behind is less than
// what is in use. Where no memory is left the module traps, and the host goes on without it.
//
// Whoever calls what may move a table reads the table's place behind the call.

/** Bytes, at most: a host's places are i32, so that one beyond 2 GiB would be negative. */
const MOST_BYTES: usize = 0x7fff0000;
/** Rows of a table, at most. A row has 80 bytes at most: bytes of a table are below 2^31, and none of them wraps. */
const MOST_ROWS = 1 << 24;

let end: usize = __heap_base;

/** Bytes for a table, from a multiple of 64 on. */
export function take(bytes: usize): usize {
  const at = (end + 63) & ~(<usize>63);
  if (bytes > MOST_BYTES - at) unreachable();
  const pages = memory.size();
  const more = <i32>((at + bytes + 0xffff) >>> 16) - pages;
  // An eighth more than asked for: a page's views of the memory are made anew each time it grows.
  if (more > 0 && memory.grow(max(more, pages >>> 3)) < 0 && memory.grow(more) < 0) unreachable();
  end = at + bytes;
  return at;
}

/** A table's new place, with its first `used` bytes. */
export function moved(at: usize, used: usize, bytes: usize): usize {
  const to = take(bytes);
  memory.copy(to, at, used);
  return to;
}

/** The capacity to which one that holds too few rows is raised. */
export function capacityFor(wanted: i32, present: i32): i32 {
  if (wanted > MOST_ROWS) unreachable();
  let capacity = max(present, 64);
  while (capacity < wanted) capacity <<= 1;
  return capacity;
}
