// Leaves that were left open and their places → their rows and near faces side by side, in order, as far as there is
// room. One thread a leaf.

override workgroupSize: u32 = 64u;

@group(0) @binding(0) var<uniform> counters: array<vec4u, COUNTER_QUADS>;
@group(0) @binding(1) var<storage, read> rows: array<SubTriangleRow>;
@group(0) @binding(2) var<storage, read> near: array<u32>;
@group(0) @binding(3) var<storage, read> results: array<LeafResult>;
@group(0) @binding(4) var<storage, read> openStarts: array<u32>;
@group(0) @binding(5) var<storage, read> openNearStarts: array<u32>;
@group(0) @binding(6) var<storage, read_write> openRows: array<SubTriangleRow>;
@group(0) @binding(7) var<storage, read_write> openNear: array<u32>;

@compute @workgroup_size(workgroupSize)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let leaf = flatGroup(group, groups) * workgroupSize + thread;
  if (leaf >= min(leafCount(), arrayLength(&results)) || ((results[leaf].state >> KIND_SHIFT) & KIND_BITS) != KIND_OPEN) {
    return;
  }
  let at = openStarts[leaf];
  let start = openNearStarts[leaf];
  var row = rows[leaf];
  let end = min(row.nearCount, arrayLength(&openNear) - min(start, arrayLength(&openNear)));
  for (var i = 0u; i < end; i++) {
    openNear[start + i] = near[row.nearStart + i];
  }
  if (at < arrayLength(&openRows)) {
    row.nearStart = start;
    openRows[at] = row;
  }
}
