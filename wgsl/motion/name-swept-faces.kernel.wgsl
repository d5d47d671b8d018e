// Sweeps of a sphere → for each the numbers of the faces that can change what it first touches: a few, or that there
// are too many.
//
// One thread: one sweep. Every face whose distance falls to the reach by the earliest proved contact is named; a face
// that is touched from the start is named alone. proximity/name-faces.access.wgsl comes before. CPU twin: SphereSweeper
// (lib/questions/motion/sphere/sphere-sweeper.ts), which finishes among the named.

var<private> sphere: MovingSphere;

fn boxBound(low: vec3i, high: vec3i) -> f32 {
  return boxEntry(sphere, low, high);
}

fn faceBounds(corners: array<vec3i, 3>, start: f32) -> FaceBounds {
  let found = sweptFace(sphere, corners, start, limit);
  return FaceBounds(found.entry, found.contact);
}

fn itemCount() -> u32 {
  return queryBatch.count;
}

fn takeItem(item: u32) {
  sphere = movingSphere(sweeps[item]);
  nameFaces(item, 1.0);
}
