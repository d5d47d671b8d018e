// Rows of a level → how many near faces each keeps; and for one that keeps none, on which side of the other surface it
// lies. One thread a row.

override workgroupSize: u32 = 64u;

@group(0) @binding(0) var<uniform> scene: Scene;
@group(0) @binding(1) var<uniform> counters: array<vec4u, COUNTER_QUADS>;
@group(0) @binding(2) var<uniform> level: SubdivisionLevel;
@group(0) @binding(3) var<storage, read> poses: array<Pose>;
@group(0) @binding(4) var<storage, read> boneGeometry: array<i32>;
@group(0) @binding(5) var<storage, read> toolGeometry: array<i32>;
@group(0) @binding(6) var<storage, read> boneIndex: array<vec4i>;
@group(0) @binding(7) var<storage, read> toolIndex: array<vec4i>;
@group(0) @binding(8) var<storage, read> keepStarts: array<u32>;
@group(0) @binding(9) var<storage, read_write> rows: array<SubTriangleRow>;

/// A sub-triangle that shares no point with the other surface lies on one side of it: any corner that is decided
// tells.
fn insideOf(row: SubTriangleRow) -> u32 {
  let other = 1u - bodyOf(row);
  if (!hasInside(scene.signed, other)) {
    return INSIDE_NOT_ASKED;
  }
  var corners = leafCorners(row);
  var side = WINDING_UNDECIDED;
  for (var k = 0u; k < 3u && side == WINDING_UNDECIDED; k++) {
    side = signOf(other, poseOf(row), corners[k], cornerError(row));
  }
  if (side == WINDING_UNDECIDED) {
    return INSIDE_UNDECIDED;
  }
  return select(INSIDE_NOT_ASKED, INSIDE_YES, side == WINDING_INSIDE);
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
  var row = rows[r];
  let wasUndecided = row.state >> INSIDE_SHIFT == INSIDE_UNDECIDED;
  if (isFinished(row) || (row.nearCount == 0u && !wasUndecided)) {
    return;
  }
  row.nearCount = keptBefore(row.nearStart + row.nearCount) - keptBefore(row.nearStart);
  if (row.nearCount == 0u) {
    // Asked on every level until it is decided: the halves have corners of their own.
    row.state = (row.state & ~(3u << INSIDE_SHIFT)) | (insideOf(row) << INSIDE_SHIFT);
  }
  rows[r] = row;
}
