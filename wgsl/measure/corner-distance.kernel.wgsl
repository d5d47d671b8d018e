// Corners whose distance is wanted → the nearest face of the other body and a certified interval of the distance. One
// thread a corner.

override workgroupSize: u32 = 64u;

@group(0) @binding(0) var<uniform> scene: Scene;
@group(0) @binding(1) var<uniform> counters: array<vec4u, COUNTER_QUADS>;
@group(0) @binding(2) var<storage, read> poses: array<Pose>;
@group(0) @binding(3) var<storage, read> rows: array<SubTriangleRow>;
@group(0) @binding(4) var<storage, read> boneGeometry: array<i32>;
@group(0) @binding(5) var<storage, read> toolGeometry: array<i32>;
@group(0) @binding(6) var<storage, read> posed: array<i32>;
@group(0) @binding(7) var<storage, read> boneTree: array<i32>;
@group(0) @binding(8) var<storage, read> toolTree: array<i32>;
@group(0) @binding(9) var<storage, read_write> corners: array<CornerDistance>;

fn poseAt(pose: u32) -> Pose {
  return poses[pose];
}

fn treeAt(body: u32, word: u32) -> i32 {
  if (body == 0u) {
    return boneTree[word];
  }
  return toolTree[word];
}

@compute @workgroup_size(workgroupSize)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let corner = flatGroup(group, groups) * workgroupSize + thread;
  if (corner >= 3u * min(leafCount(), arrayLength(&rows))) {
    return;
  }
  let asked = corners[corner];
  if ((asked.sign & CORNER_WANTED) == 0u) {
    return;
  }
  let row = rows[corner / 3u];
  let pose = poseOf(row);
  let other = 1u - bodyOf(row);
  let error = cornerError(row);
  var p = leafCorners(row);
  let point = p[corner % 3u];
  let nearest = nearestFace(
    other, pose, point, error + vertexError(other), ownPoint(other, pose, point), ownPointError(other, error), asked.face,
  );
  corners[corner] = CornerDistance(asked.sign & CORNER_SIGN, nearest.face, nearest.upper, nearest.lower);
}
