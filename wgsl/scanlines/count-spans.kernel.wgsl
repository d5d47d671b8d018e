// Faces of a body → how many spans each cell of its grid gets, added to counts that are 0. One thread a face.

override workgroupSize: u32 = 64u;

@group(0) @binding(0) var<uniform> build: IndexBuild;
@group(0) @binding(1) var<storage, read> geometry: array<i32>;
@group(0) @binding(2) var<storage, read_write> counts: array<atomic<u32>>;

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
      atomicAdd(&counts[cellIndex(cells.grid, vec2i(i, j))], 1u);
    }
  }
}
