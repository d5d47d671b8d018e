// Near faces of a level's rows that are kept → those of the next level's rows, one for each row that comes of theirs.
// One thread a near face.

override workgroupSize: u32 = 64u;

@group(0) @binding(0) var<uniform> counters: array<vec4u, COUNTER_QUADS>;
@group(0) @binding(1) var<uniform> level: SubdivisionLevel;
@group(0) @binding(2) var<storage, read> rows: array<SubTriangleRow>;
@group(0) @binding(3) var<storage, read> entries: array<NearEntry>;
@group(0) @binding(4) var<storage, read> keepStarts: array<u32>;
@group(0) @binding(5) var<storage, read> rowStarts: array<u32>;
@group(0) @binding(6) var<storage, read> nearStarts: array<u32>;
@group(0) @binding(7) var<storage, read_write> nextEntries: array<NearEntry>;

@compute @workgroup_size(workgroupSize)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let e = flatGroup(group, groups) * workgroupSize + thread;
  if (e >= nearTotal() || keptBefore(e + 1u) == keptBefore(e)) {
    return;
  }
  let entry = entries[e];
  let row = rows[entry.row];
  let count = childCount(entry.row);
  let first = nearStarts[entry.row] + keptBefore(e) - keptBefore(row.nearStart);
  for (var child = 0u; child < count; child++) {
    let at = first + child * row.nearCount;
    if (at < level.nearRoom) {
      nextEntries[at] = NearEntry(rowStarts[entry.row] + child, entry.word);
    }
  }
}
