// Candidates' places and leaf rows of all poses → how many of each a pose has. One thread a pose.

override workgroupSize: u32 = 64u;
override pairCountWord: u32 = 0u;

@group(0) @binding(0) var<uniform> scene: Scene;
@group(0) @binding(1) var<uniform> counters: array<vec4u, COUNTER_QUADS>;
@group(0) @binding(2) var<storage, read> candidateStarts: array<u32>;
@group(0) @binding(3) var<storage, read> rows: array<SubTriangleRow>;
/// Candidate pairs, leaves.
@group(0) @binding(4) var<storage, read_write> poseCounts: array<vec2u>;

/// Candidate pairs of all poses before this one.
fn pairsBefore(pose: u32) -> u32 {
  if (pose == scene.poseCount) {
    return counters[pairCountWord / 4u][pairCountWord % 4u];
  }
  return candidateStarts[pose * scene.toolFaceCount];
}

/// Leaves of all poses before this one: rows lie in the order of the poses.
fn leavesBefore(pose: u32) -> u32 {
  var low = 0u;
  var high = min(leafCount(), arrayLength(&rows));
  while (low < high) {
    let middle = (low + high) / 2u;
    if (poseOf(rows[middle]) < pose) {
      low = middle + 1u;
    } else {
      high = middle;
    }
  }
  return low;
}

@compute @workgroup_size(workgroupSize)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let pose = flatGroup(group, groups) * workgroupSize + thread;
  if (pose >= scene.poseCount) {
    return;
  }
  poseCounts[pose] = vec2u(
    pairsBefore(pose + 1u) - pairsBefore(pose),
    leavesBefore(pose + 1u) - leavesBefore(pose),
  );
}
