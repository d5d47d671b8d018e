// Rows of a level → how many of the next come of each, and how many near faces these have together. One thread a row.

override workgroupSize: u32 = 64u;

@group(0) @binding(0) var<uniform> scene: Scene;
@group(0) @binding(1) var<uniform> counters: array<vec4u, COUNTER_QUADS>;
@group(0) @binding(2) var<uniform> level: SubdivisionLevel;
@group(0) @binding(3) var<storage, read> rows: array<SubTriangleRow>;
@group(0) @binding(4) var<storage, read> boneGeometry: array<i32>;
@group(0) @binding(5) var<storage, read> toolGeometry: array<i32>;
/// Counts, of which prefix sums make starts.
@group(0) @binding(6) var<storage, read_write> rowStarts: array<u32>;
@group(0) @binding(7) var<storage, read_write> nearStarts: array<u32>;

fn leafLevelOf(body: u32, face: u32) -> u32 {
  let at = select(scene.boneFaceOffset, scene.toolFaceOffset, body == 1u) + 4u * face;
  return bitcast<u32>(geometryAt(body, at + 3u));
}

/// None where it is out of reach and outside, one where its face is not halved further.
fn rowsAfter(row: SubTriangleRow) -> u32 {
  if (row.nearCount == 0u && row.state >> INSIDE_SHIFT == INSIDE_NOT_ASKED) {
    return 0u;
  }
  return select(4u, 1u, leafLevelOf(bodyOf(row), row.owner & FACE_NUMBER) <= level.number);
}

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
  let after = rowsAfter(rows[r]);
  rowStarts[r] = after;
  nearStarts[r] = after * rows[r].nearCount;
}
