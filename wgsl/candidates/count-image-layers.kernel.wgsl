// Posed tool faces → how many intervals of depth each pixel of the poses' images gets.
//
// One thread: one tool face under one pose. Adds 1 to pixelStarts, which begin as 0, for each pixel that it touches; a
// prefix sum makes places of them. CPU twin: ImageLayers (lib/candidates/image-layers.ts).

fn takeLayer(pixel: u32, layer: ImageLayer) {
  atomicAdd(&pixelStarts[pixel], 1u);
}

fn itemCount() -> u32 {
  return scene.poseCount * scene.toolFaceCount;
}

fn takeItem(item: u32) {
  drawToolFace(item / scene.toolFaceCount, item % scene.toolFaceCount);
}
