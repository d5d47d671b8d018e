// Faces of a body → their spans, each in the place of its cell, in any order; the counts go back to 0. One thread a
// face.

override workgroupSize: u32 = 64u;

@group(0) @binding(0) var<uniform> build: IndexBuild;
@group(0) @binding(1) var<storage, read> geometry: array<i32>;
@group(0) @binding(2) var<storage, read> starts: array<u32>;
@group(0) @binding(3) var<storage, read_write> counts: array<atomic<u32>>;
/// The host has made room for every span.
@group(0) @binding(4) var<storage, read_write> index: array<vec4i>;

@compute @workgroup_size(workgroupSize)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let face = flatGroup(group, groups) * workgroupSize + thread;
  if (face >= build.faceCount || isRetired(face)) {
    return;
  }
  let cells = faceCells(face);
  for (var j = cells.first.y; j <= cells.last.y; j++) {
    for (var i = cells.first.x; i <= cells.last.x; i++) {
      let cell = cellIndex(cells.grid, vec2i(i, j));
      let slot = atomicSub(&counts[cell], 1u) - 1u;
      index[cellCount() + starts[cell] + slot] = spanIn(face, cells, vec2i(i, j));
    }
  }
}
