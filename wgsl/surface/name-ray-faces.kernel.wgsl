// Rays → for each the numbers of the faces that can be the first that it meets: a few, or that there are too many.
//
// One thread: one ray, as a point that moves, whose sphere has no radius (motion/swept-box.wgsl). A face is left out
// only if the ray provably misses it, or meets it later than it provably meets the inside of another.
// proximity/name-faces.access.wgsl comes before.

var<private> mover: MovingSphere;
var<private> ray: ShearedRay;

fn boxBound(low: vec3i, high: vec3i) -> f32 {
  return boxEntry(mover, low, high);
}

fn faceBounds(corners: array<vec3i, 3>, start: f32) -> FaceBounds {
  let found = rayOnFace(ray, corners);
  return FaceBounds(select(start, NEVER, found.meets == RAY_MISSES), found.latest);
}

fn itemCount() -> u32 {
  return queryBatch.count;
}

fn takeItem(item: u32) {
  let given = surfaceRays[item];
  let origin = vec3i(given.fromX, given.fromY, given.fromZ);
  mover = MovingSphere(origin, local(vec3i(given.toX, given.toY, given.toZ), origin), 0.0, 0.0);
  ray = shearedRay(given);
  nameFaces(item, given.latest);
}
