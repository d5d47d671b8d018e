// Tool vertices and poses → the vertices in the bone's frame, pose after pose.
//
// One thread: one vertex under one pose. Reads it in the tool's frame; writes it to `posed`. CPU twin: ToolBody
// (lib/index/bodies/tool-body.ts), which poses what a query touches.

fn itemCount() -> u32 {
  return scene.poseCount * scene.toolVertexCount;
}

fn takeItem(item: u32) {
  let source = 3u * (item % scene.toolVertexCount);
  let x = vec3i(toolGeometry[source], toolGeometry[source + 1u], toolGeometry[source + 2u]);
  let p = posePoint(poses[item / scene.toolVertexCount], x);
  posed[3u * item] = p.x;
  posed[3u * item + 1u] = p.y;
  posed[3u * item + 2u] = p.z;
}
