// Cells that an edit touches → without the spans of retired faces, with those of added ones, in order; every other cell
// as it was. One thread a touched cell.

override workgroupSize: u32 = 64u;

/// Words of state.
const USED: u32 = 1u;
const IS_FULL: u32 = 2u;

@group(0) @binding(0) var<uniform> build: IndexBuild;
@group(0) @binding(1) var<storage, read> geometry: array<i32>;
@group(0) @binding(2) var<storage, read> touched: array<TouchedCell>;
@group(0) @binding(3) var<storage, read> added: array<u32>;
@group(0) @binding(4) var<storage, read_write> state: array<atomic<u32>>;
@group(0) @binding(5) var<storage, read_write> index: array<vec4i>;

/// Where a cell's spans may lie that are at most `most`: as before, or behind all others. With no room left there, the
// whole index must be built anew: state says so.
fn placeFor(cell: vec4i, most: u32) -> vec2u {
  if (most <= u32(cell.w)) {
    return vec2u(u32(cell.x), u32(cell.w));
  }
  let room = roomFor(most);
  let start = atomicAdd(&state[USED], room);
  if (cellCount() + start + room > arrayLength(&index)) {
    atomicStore(&state[IS_FULL], 1u);
    return vec2u(0u, 0u);
  }
  return vec2u(start, room);
}

@compute @workgroup_size(workgroupSize)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let item = flatGroup(group, groups) * workgroupSize + thread;
  if (item >= build.touchedCount) {
    return;
  }
  let task = touched[item];
  let before = index[task.cell];
  let begin = cellCount() + u32(before.x);
  let end = begin + u32(before.y);
  var kept = 0u;
  for (var s = begin; s < end; s++) {
    kept += select(1u, 0u, isRetired(bitcast<u32>(index[s].z) & SPAN_FACE));
  }
  let most = kept + task.addedCount;
  let place = placeFor(before, most);
  if (most > place.y) {
    return;
  }
  var to = cellCount() + place.x;
  for (var s = begin; s < end; s++) {
    let span = index[s];
    if (!isRetired(bitcast<u32>(span.z) & SPAN_FACE)) {
      index[to] = span;
      to++;
    }
  }
  for (var k = task.addedStart; k < task.addedStart + task.addedCount; k++) {
    if (!isRetired(added[k])) {
      let cells = faceCells(added[k]);
      let cell = i32(task.cell - cells.grid.firstCell);
      index[to] = spanIn(added[k], cells, vec2i(cell % cells.grid.nu, cell / cells.grid.nu));
      to++;
    }
  }
  closeCell(task.cell, place.x, to - cellCount() - place.x, place.y);
}
