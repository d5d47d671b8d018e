// Rows of a level → those of the next, in order: itself, its four children, or none. One thread a row.

override workgroupSize: u32 = 64u;

@group(0) @binding(0) var<uniform> counters: array<vec4u, COUNTER_QUADS>;
@group(0) @binding(1) var<uniform> level: SubdivisionLevel;
@group(0) @binding(2) var<storage, read> rows: array<SubTriangleRow>;
@group(0) @binding(3) var<storage, read> rowStarts: array<u32>;
@group(0) @binding(4) var<storage, read> nearStarts: array<u32>;
@group(0) @binding(5) var<storage, read_write> nextRows: array<SubTriangleRow>;

@compute @workgroup_size(workgroupSize)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let r = flatGroup(group, groups) * workgroupSize + thread;
  if (r >= rowTotal()) {
    return;
  }
  var row = rows[r];
  let count = childCount(r);
  if (count == 4u) {
    row.state += 1u << LEVEL_SHIFT;
    row.path *= 4u;
  }
  row.nearStart = nearStarts[r];
  for (var child = 0u; child < count && rowStarts[r] + child < level.rowRoom; child++) {
    nextRows[rowStarts[r] + child] = row;
    row.path++;
    row.nearStart += row.nearCount;
  }
}
