// Faces of a body → their spans, each in the place of its cell, in any order.
//
// One thread: one face. Takes places by counting `counts` back to 0; writes `index`, which has capacity for every span.
// CPU twin: buildScanlines (lib/scanlines/build-scanlines.ts).

@compute @workgroup_size(workgroupSize)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let face = flatItem(group, groups, thread);
  if (face >= build.faceCount || isRetired(face)) {
    return;
  }
  let cells = faceCells(face);
  for (var j = cells.first.y; j <= cells.last.y; j++) {
    for (var i = cells.first.x; i <= cells.last.x; i++) {
      let cell = cellIndex(cells.grid, vec2i(i, j));
      let slot = atomicSub(&counts[cell], 1u) - 1u;
      index[cellCount() + starts[cell] + slot] = indexSpanEntry(spanIn(face, cells, vec2i(i, j)));
    }
  }
}
