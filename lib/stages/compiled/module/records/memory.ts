// The module's memory: tables one after another, each moved to the end when it has to grow.
//
// A table that moves abandons its old place. Capacities at least double, so that less memory is abandoned than is in
// use. If no memory is left, the module traps, and the host goes on with a new instance and fewer rows.
//
// A caller of a function that may move a table reads the table's place after the call.
//
// Moving a large table takes long, and so does growing the memory where there is no WebAssembly (compile.mjs): both
// look now and then whether the pass is still wanted. One that is not leaves tables half moved; its host drops it.

import { look } from './host';

/** The most bytes: a host's places are i32, so one beyond 2 GiB would be negative. */
const MOST_BYTES: usize = 0x7fff0000;
/** The most rows of a table. A row has at most 80 bytes: byte counts of a table are below 2^31, so none wraps. */
const MOST_ROWS = 1 << 24;

/** Bytes between two looks: a fraction of a ms, on any machine. */
const PIECE: usize = 1 << 20;

let end: usize = __heap_base;

/** Allocates bytes for a table, from a multiple of 64 on. */
export function take(bytes: usize): usize {
  const at = (end + 63) & ~(<usize>63);
  if (bytes > MOST_BYTES - at) unreachable();
  const pages = memory.size();
  const more = <i32>((at + bytes + 0xffff) >>> 16) - pages;
  // By half if it can: each time the memory grows, views of it are renewed, and without WebAssembly it is copied.
  const half = min(pages >>> 1, <i32>(MOST_BYTES >>> 16) - pages);
  if (more > 0 && memory.grow(max(more, half)) < 0 && memory.grow(more) < 0) unreachable();
  end = at + bytes;
  return at;
}

/** A table's new place, with its first `used` bytes. */
export function moved(at: usize, used: usize, bytes: usize): usize {
  const to = take(bytes);
  for (let i: usize = 0; i < used; i += PIECE) {
    if (i > 0) look();
    memory.copy(to + i, at + i, min(PIECE, used - i));
  }
  return to;
}

/** The capacity to which one that is too small is raised. @param most rows: see MOST_ROWS. */
export function capacityFor(wanted: i32, present: i32, most: i32 = MOST_ROWS): i32 {
  if (wanted > most) unreachable();
  let capacity = max(present, 64);
  while (capacity < wanted) capacity <<= 1;
  return capacity;
}
