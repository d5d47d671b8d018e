// Bone faces without candidates under the tool's box → the ones inside the tool.
//
// One thread: one cell under the tool's box in one pose, level after level; the pose is the dispatch's third dimension.
// Reads the bone's spans of the cell and both bodies; sets bits in `inside` and `undecided`. CPU twin: InteriorFaces
// (lib/stages/candidates/interior-faces.ts), which floods instead.

fn cornerWinding(other: u32, pose: u32, vertex: u32) -> u32 {
  return windingAt(other, toolFramePoint(poses[pose], ownVertex(BONE, vertex)), toolFrameError(vertexError(BONE)));
}

@compute @workgroup_size(workgroupSize)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let pose = group.z;
  if (pose >= scene.poseCount || !isAsked(BONE)) {
    return;
  }
  let lowCorner = vec3i(poses[pose].lowX, poses[pose].lowY, poses[pose].lowZ) - BONE_ERROR;
  let highCorner = vec3i(poses[pose].highX, poses[pose].highY, poses[pose].highZ) + BONE_ERROR;
  var item = flatItem(group, groups, thread);
  for (var grid = scanlinesOf(scene, BONE); grid.levels != 0u; grid = coarser(grid)) {
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
    let cell = indexCellOf(indexAt(BONE, cellIndex(grid, here)));
    let start = cellsOf(scene, BONE) + u32(cell.start);
    let count = u32(cell.count);
    let owned = ownedIn(here, first);
    let bounds = boundsWithin(grid, here, low.xy, high.xy);
    // What lies inside the tool lies in its box: none of its spans begins before the box.
    for (var s = firstSpanFrom(BONE, start, count, low.z); s < count; s++) {
      let span = indexSpanOf(indexAt(BONE, start + s));
      if (span.near > high.z) {
        break;
      }
      if (span.far <= high.z && (span.owner & owned) == owned && boundsMeet(span.bounds, bounds)) {
        markInterior(pose, BONE, span.owner & FACE_BITS);
      }
    }
    return;
  }
}
