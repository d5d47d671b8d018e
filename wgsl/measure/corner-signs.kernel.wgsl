// Leaves → for each: the signs of its three corners, and whether their distances to the other body are wanted. One
// thread a leaf.

override workgroupSize: u32 = 64u;

@group(0) @binding(0) var<uniform> scene: Scene;
@group(0) @binding(1) var<uniform> counters: array<vec4u, COUNTER_QUADS>;
@group(0) @binding(2) var<storage, read> poses: array<Pose>;
@group(0) @binding(3) var<storage, read> rows: array<SubTriangleRow>;
@group(0) @binding(4) var<storage, read> gaps: array<LeafGap>;
@group(0) @binding(5) var<storage, read> boneGeometry: array<i32>;
@group(0) @binding(6) var<storage, read> toolGeometry: array<i32>;
@group(0) @binding(7) var<storage, read> boneIndex: array<vec4i>;
@group(0) @binding(8) var<storage, read> toolIndex: array<vec4i>;
@group(0) @binding(9) var<storage, read_write> corners: array<CornerDistance>;

@compute @workgroup_size(workgroupSize)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let leaf = flatGroup(group, groups) * workgroupSize + thread;
  if (leaf >= min(leafCount(), arrayLength(&rows))) {
    return;
  }
  let row = rows[leaf];
  let gap = gaps[leaf];
  let other = 1u - bodyOf(row);
  let mayCross = gapCrossing(gap) != LEAF_NO;
  let isSigned = hasInside(scene.signed, other);
  var signs = vec3u(CORNER_OUTSIDE);
  if (isSigned) {
    let p = leafCorners(row);
    let pose = poseOf(row);
    let error = cornerError(row);
    if (isProvedInside(row)) {
      signs.x = CORNER_INSIDE;
    } else {
      signs.x = signOf(other, pose, p[0], error);
    }
    // A leaf that shares no point with the surface lies on one side of it.
    signs = vec3u(signs.x);
    if (mayCross) {
      signs.y = signOf(other, pose, p[1], error);
      signs.z = signOf(other, pose, p[2], error);
    }
  }
  let isWanted = isSigned && (mayCross || signs.x == CORNER_INSIDE);
  let mark = select(0u, CORNER_WANTED, isWanted);
  let hint = select(NO_FACE, gap.face, gapNear(gap) != LEAF_NO);
  for (var k = 0u; k < 3u; k++) {
    corners[3u * leaf + k] = CornerDistance(signs[k] | mark, hint, FAR, 0.0);
  }
}
