// A leaf of the bone's BVH under a pose → the pairs of its faces with the tool faces that they meet in a pixel.
//
// A kernel that uses it binds scene, images, boneBvh, boneGeometry, toolGeometry, what posed-vertices.access.wgsl
// reads, pixelStarts, whose last word ends the last pixel, and layers; it defines takePair(item, order, pair), which is
// called for each.

fn boneLeaves() -> u32 {
  return u32(boneBvh[BVH_LEVEL_HEADS + BVH_LEVEL_NODES]);
}

// Whether two faces meet in a pixel before `here`, row by row: every pixel that both touch is examined again.
fn meetBefore(bone: array<vec3i, 3>, tool: array<vec3i, 3>, image: Image, here: vec2i) -> bool {
  let boneRows = imageRows(bone, image, 0);
  let toolRows = imageRows(tool, image, image.reach);
  for (var j = max(boneRows.x, toolRows.x); j <= here.y; j++) {
    let boneRow = imageRow(bone, image, j, 0);
    let toolRow = imageRow(tool, image, j, image.reach);
    let last = select(min(boneRow.y, toolRow.y), here.x - 1, j == here.y);
    for (var i = max(boneRow.x, toolRow.x); i <= last; i++) {
      let ours = imageDepths(bone, image, boneRow, i, 0);
      let theirs = imageDepths(tool, image, toolRow, i, image.reach);
      if (max(ours.x, theirs.x) <= min(ours.y, theirs.y) && ours.x <= ours.y && theirs.x <= theirs.y) {
        return true;
      }
    }
  }
  return false;
}

// A pair belongs to the first pixel in which the two meet: usually the first of one of them in each direction.
fn takeLeaf(item: u32) -> u32 {
  let pose = item / boneLeaves();
  let leaf = item % boneLeaves();
  let image = images[pose];
  let places = vec2u(BRANCHING * leaf, min(u32(boneBvh[BVH_FACES]), BRANCHING * (leaf + 1u)));
  let order = u32(boneBvh[BVH_ORDER]);
  var found = 0u;
  for (var place = places.x; place < places.y; place++) {
    let boneFace = u32(boneBvh[order + place]);
    let v = faceAt(BONE, boneFace);
    if (v.x == RETIRED_CORNER) {
      continue;
    }
    let points = ownCorners(BONE, v);
    let low = min(points[0], min(points[1], points[2]));
    let high = max(points[0], max(points[1], points[2]));
    let bone = array<vec3i, 3>(
      depthLast(points[0], image.axis), depthLast(points[1], image.axis), depthLast(points[2], image.axis),
    );
    let rows = imageRows(bone, image, 0);
    for (var j = rows.x; j <= rows.y; j++) {
      let row = imageRow(bone, image, j, 0);
      for (var i = row.x; i <= row.y; i++) {
        let depths = imageDepths(bone, image, row, i, 0);
        if (depths.x > depths.y) {
          continue;
        }
        let pixel = image.firstPixel + u32(i + j * image.columns);
        let end = min(pixelStarts[pixel + 1u], arrayLength(&layers));
        for (var at = pixelStarts[pixel]; at < end; at++) {
          let layer = layers[at];
          let toolFace = layer.owner & FACE_BITS;
          if (layer.near > depths.y || layer.far < depths.x || !boxMeets(toolFaceBox(pose, toolFace), low, high)) {
            continue;
          }
          let isFirst = (j == rows.x || (layer.owner & LOWEST_ROW) != 0u) &&
            (i == row.x || (layer.owner & LOWEST_COLUMN) != 0u);
          if (!isFirst && meetBefore(bone, toolImageCorners(pose, toolFace), image, vec2i(i, j))) {
            continue;
          }
          takePair(item, found, Pair(pose, boneFace, toolFace, PAIR_UNDECIDED));
          found++;
        }
      }
    }
  }
  return found;
}
