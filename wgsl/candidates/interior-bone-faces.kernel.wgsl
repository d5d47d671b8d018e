// Bone faces without candidates under the tool's box → which lie inside the tool. One thread a cell of a pose's
// footprint, level after level; the pose is the dispatch's third dimension.

override workgroupSize: u32 = 64u;

@group(0) @binding(0) var<uniform> scene: Scene;
@group(0) @binding(1) var<storage, read> poses: array<Pose>;
@group(0) @binding(2) var<storage, read> boneGeometry: array<i32>;
@group(0) @binding(3) var<storage, read> toolGeometry: array<i32>;
@group(0) @binding(4) var<storage, read> boneIndex: array<vec4i>;
@group(0) @binding(5) var<storage, read> toolIndex: array<vec4i>;
@group(0) @binding(6) var<storage, read> candidates: array<u32>;
@group(0) @binding(7) var<storage, read_write> inside: array<atomic<u32>>;
@group(0) @binding(8) var<storage, read_write> undecided: array<atomic<u32>>;

fn indexAt(body: u32, entry: u32) -> vec4i {
  if (body == 0u) {
    return boneIndex[entry];
  }
  return toolIndex[entry];
}

fn cornerWinding(other: u32, pose: u32, vertex: u32) -> u32 {
  return windingAt(other, toolFramePoint(poses[pose], ownVertex(0u, vertex)), toolFrameError(BONE_ERROR));
}

@compute @workgroup_size(workgroupSize)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let pose = group.z;
  if (pose >= scene.poseCount || !isAsked(0u)) {
    return;
  }
  let lowCorner = vec3i(poses[pose].lowX, poses[pose].lowY, poses[pose].lowZ) - BONE_ERROR;
  let highCorner = vec3i(poses[pose].highX, poses[pose].highY, poses[pose].highZ) + BONE_ERROR;
  var item = flatGroup(group, groups) * workgroupSize + thread;
  for (var grid = scanlinesOf(scene, 0u); grid.levels != 0u; grid = coarser(grid)) {
    if (!holdsSpans(grid)) {
      continue;
    }
    let low = depthLast(lowCorner, grid.axis);
    let high = depthLast(highCorner, grid.axis);
    let first = cellOf(grid, low.xy);
    let size = cellOf(grid, high.xy) - first + 1;
    if (item >= u32(size.x * size.y)) {
      item -= u32(size.x * size.y);
      continue;
    }
    let here = first + vec2i(i32(item) % size.x, i32(item) / size.x);
    let cell = indexAt(0u, cellIndex(grid, here));
    let start = cellsOf(scene, 0u) + u32(cell.x);
    let count = u32(cell.y);
    let owned = ownedIn(here, first);
    let bounds = boundsWithin(grid, here, low.xy, high.xy);
    // What lies inside the tool lies in its box: no span begins before it.
    for (var s = firstSpanFrom(0u, start, count, low.z); s < count; s++) {
      let span = indexAt(0u, start + s);
      if (span.x > high.z) {
        break;
      }
      let owner = bitcast<u32>(span.z);
      if (span.y <= high.z && (owner & owned) == owned && boundsMeet(bitcast<u32>(span.w), bounds)) {
        markInterior(pose, 0u, owner & SPAN_FACE);
      }
    }
    return;
  }
}
