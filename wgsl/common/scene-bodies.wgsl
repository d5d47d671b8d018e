// The scene → what it says of one body.

fn scanlinesOf(scene: Scene, body: u32) -> ScanlineGrid {
  if (body == 0u) {
    return ScanlineGrid(scene.boneAxis, scene.boneU0, scene.boneV0, scene.boneCellSize, scene.boneNu, scene.boneNv);
  }
  return ScanlineGrid(scene.toolAxis, scene.toolU0, scene.toolV0, scene.toolCellSize, scene.toolNu, scene.toolNv);
}

/// Corners of the body's box in its own frame.
fn lowOf(scene: Scene, body: u32) -> vec3i {
  let bone = vec3i(scene.boneLowX, scene.boneLowY, scene.boneLowZ);
  return select(bone, vec3i(scene.toolLowX, scene.toolLowY, scene.toolLowZ), body == 1u);
}

fn highOf(scene: Scene, body: u32) -> vec3i {
  let bone = vec3i(scene.boneHighX, scene.boneHighY, scene.boneHighZ);
  return select(bone, vec3i(scene.toolHighX, scene.toolHighY, scene.toolHighZ), body == 1u);
}
