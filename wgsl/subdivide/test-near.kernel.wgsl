// Near faces of a level's rows → a 1 for each that may be within reach of its row's sub-triangle. One thread a near
// face.

override workgroupSize: u32 = 64u;

@group(0) @binding(0) var<uniform> scene: Scene;
@group(0) @binding(1) var<uniform> counters: array<vec4u, COUNTER_QUADS>;
@group(0) @binding(2) var<uniform> level: SubdivisionLevel;
@group(0) @binding(3) var<storage, read> rows: array<SubTriangleRow>;
@group(0) @binding(4) var<storage, read> entries: array<NearEntry>;
@group(0) @binding(5) var<storage, read> boneGeometry: array<i32>;
@group(0) @binding(6) var<storage, read> toolGeometry: array<i32>;
@group(0) @binding(7) var<storage, read> posed: array<i32>;
/// Counts, of which the prefix sum makes starts.
@group(0) @binding(8) var<storage, read_write> keepStarts: array<u32>;

const NEAR_FACE: u32 = 0x3fffffffu;

fn isKept(entry: NearEntry) -> bool {
  // There may be no room for its row.
  if (entry.row >= rowTotal()) {
    return false;
  }
  let row = rows[entry.row];
  if (isFinished(row)) {
    return true;
  }
  let body = bodyOf(row);
  let pose = poseOf(row);
  let face = faceCorners(body, pose, row.owner & FACE_NUMBER);
  let corners = subCorners(face[0], face[1], face[2], levelOf(row), row.path);
  // Half a unit a level, rounded up.
  let error = vertexError(0u) + vertexError(1u) + i32((levelOf(row) + 1u) / 2u);
  return mayReach(corners, faceCorners(1u - body, pose, entry.word & NEAR_FACE), error, scene.reach);
}

@compute @workgroup_size(workgroupSize)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let e = flatGroup(group, groups) * workgroupSize + thread;
  if (e >= nearTotal()) {
    return;
  }
  keepStarts[e] = select(0u, 1u, isKept(entries[e]));
}
