// The spans of a cell, in any order → in order of (near, face), with the cell's record. A kernel that uses it binds
// index, and build, an IndexBuild.

// The number of cells of all levels.
fn cellCount() -> u32 {
  return build.cells;
}

// The number of spans that a cell with `count` may hold, including spare ones if the body is edited. cellCapacity in
// lib/index/scanlines/gpu-cells.ts adds up the same numbers.
fn capacityFor(count: u32) -> u32 {
  return count + select(0u, max(LEAST_SPARE_SPANS, count / SPARE_SPAN_DIVISOR), build.isEdited == 1u);
}

fn comesBefore(x: vec4i, y: vec4i) -> bool {
  let a = indexSpanOf(x);
  let b = indexSpanOf(y);
  return a.near < b.near || (a.near == b.near && (a.owner & FACE_BITS) < (b.owner & FACE_BITS));
}

// Lets the span at `root` sink in its heap; entries first … first + count − 1.
fn sink(first: u32, root: u32, count: u32) {
  let sinking = index[first + root];
  var hole = root;
  for (var child = 2u * hole + 1u; child < count; child = 2u * hole + 1u) {
    var later = index[first + child];
    if (child + 1u < count) {
      let other = index[first + child + 1u];
      if (comesBefore(later, other)) {
        later = other;
        child++;
      }
    }
    if (!comesBefore(sinking, later)) {
      break;
    }
    index[first + hole] = later;
    hole = child;
  }
  index[first + hole] = sinking;
}

// Heapsort (Williams 1964): in place, and never slower than count · log count.
fn sortSpans(first: u32, count: u32) {
  for (var root = count / 2u; root > 0u; root--) {
    sink(first, root - 1u, count);
  }
  for (var end = count; end > 1u; end--) {
    let last = index[first + end - 1u];
    index[first + end - 1u] = index[first];
    index[first] = last;
    sink(first, 0u, end - 1u);
  }
}

// Writes a cell's record; its spans are at `start`, unsorted.
fn closeCell(cell: u32, start: u32, count: u32, capacity: u32) {
  let first = cellCount() + start;
  sortSpans(first, count);
  var extent = 0;
  for (var s = first; s < first + count; s++) {
    let span = indexSpanOf(index[s]);
    extent = max(extent, span.far - span.near);
  }
  index[cell] = indexCellEntry(IndexCell(i32(start), i32(count), extent, i32(capacity)));
}
