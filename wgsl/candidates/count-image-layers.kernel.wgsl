// Posed tool faces → the number of intervals of depth in each pixel of the poses' images.
//
// One thread: one tool face under one pose. Adds 1 to pixelStarts, initially 0, for each pixel that it touches; a
// prefix sum turns them into places. CPU twin: ImageLayers (lib/stages/candidates/image-layers.ts).

fn takeLayer(pixel: u32, layer: ImageLayer) {
  atomicAdd(&pixelStarts[pixel], 1u);
}

fn itemCount() -> u32 {
  return scene.poseCount * scene.toolFaceCount;
}

fn takeItem(item: u32) {
  drawToolFace(item / scene.toolFaceCount, item % scene.toolFaceCount);
}
