// The scene → what it says about one body.

// The finest level of a body's scanlines.
fn scanlinesOf(scene: Scene, body: u32) -> ScanlineGrid {
  if (body == BONE) {
    let size = scene.boneCellSize;
    let levels = scene.boneLevels;
    return ScanlineGrid(scene.boneAxis, scene.boneU0, scene.boneV0, size, scene.boneNu, scene.boneNv, levels, 0u);
  }
  let size = scene.toolCellSize;
  let levels = scene.toolLevels;
  return ScanlineGrid(scene.toolAxis, scene.toolU0, scene.toolV0, size, scene.toolNu, scene.toolNv, levels, 0u);
}

// The number of cells of all levels of a body: its spans follow.
fn cellsOf(scene: Scene, body: u32) -> u32 {
  return select(scene.boneCells, scene.toolCells, body == TOOL);
}

// Corners of the body's box in its own frame.
fn lowOf(scene: Scene, body: u32) -> vec3i {
  let bone = vec3i(scene.boneLowX, scene.boneLowY, scene.boneLowZ);
  return select(bone, vec3i(scene.toolLowX, scene.toolLowY, scene.toolLowZ), body == TOOL);
}

fn highOf(scene: Scene, body: u32) -> vec3i {
  let bone = vec3i(scene.boneHighX, scene.boneHighY, scene.boneHighZ);
  return select(bone, vec3i(scene.toolHighX, scene.toolHighY, scene.toolHighZ), body == TOOL);
}
