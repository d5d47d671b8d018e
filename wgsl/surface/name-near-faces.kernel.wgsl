// Points → for each the numbers of the faces that can be its nearest: a few, or that there are too many.
//
// One thread: one point. A face is left out only if a lower bound of its distance is above an upper bound of the
// surface's. point-bounds.wgsl and proximity/name-faces.access.wgsl come before. CPU twin:
// lib/index/proximity/nearest-face.ts.

var<private> asked: vec3i;

fn boxBound(low: vec3i, high: vec3i) -> f32 {
  return boxDistance(asked, low, high);
}

fn faceBounds(corners: array<vec3i, 3>, start: f32) -> FaceBounds {
  let found = faceDistance(asked, corners);
  return FaceBounds(max(start, found.lower), found.upper);
}

fn itemCount() -> u32 {
  return queryBatch.count;
}

fn takeItem(item: u32) {
  let given = surfacePoints[item];
  asked = vec3i(given.x, given.y, given.z);
  nameFaces(item, given.farthest);
}
