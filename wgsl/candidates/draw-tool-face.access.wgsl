// A tool face under a pose → what it leaves in the pixels of the pose's image.
//
// image-tool-face.access.wgsl comes before. A kernel that uses it defines takeLayer(pixel, layer), which is called for
// each.

fn drawToolFace(pose: u32, toolFace: u32) {
  let image = images[pose];
  let corners = toolImageCorners(pose, toolFace);
  let rows = imageRows(corners, image, image.reach);
  for (var j = rows.x; j <= rows.y; j++) {
    let row = imageRow(corners, image, j, image.reach);
    for (var i = row.x; i <= row.y; i++) {
      let depths = imageDepths(corners, image, row, i, image.reach);
      if (depths.x > depths.y) {
        continue;
      }
      let lowest = select(0u, LOWEST_ROW, j == rows.x) | select(0u, LOWEST_COLUMN, i == row.x);
      takeLayer(image.firstPixel + u32(i + j * image.columns), ImageLayer(toolFace | lowest, depths.x, depths.y));
    }
  }
}
