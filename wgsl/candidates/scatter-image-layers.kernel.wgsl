// Posed tool faces and the places of pixels → the intervals of depth of each pixel.
//
// One thread: one tool face under one pose. Takes places by counting pixelFill up, so the order within a pixel is not
// fixed: no result depends on it. Writes `layers`, if it has capacity. CPU twin: ImageLayers
// (lib/stages/candidates/image-layers.ts).

fn takeLayer(pixel: u32, layer: ImageLayer) {
  let at = pixelStarts[pixel] + atomicAdd(&pixelFill[pixel], 1u);
  if (at < arrayLength(&layers)) {
    layers[at] = layer;
  }
}

fn itemCount() -> u32 {
  return scene.poseCount * scene.toolFaceCount;
}

fn takeItem(item: u32) {
  drawToolFace(item / scene.toolFaceCount, item % scene.toolFaceCount);
}
