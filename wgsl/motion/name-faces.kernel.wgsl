// Sweeps of a sphere → for each the numbers of the faces that can change what it first touches: a few, or that there
// are too many.
//
// One thread: one sweep. Down the BVH, the box that is reached first on top of the stack; what is reached after the
// earliest proved contact is skipped. Invariant: every face whose distance falls to the reach by that time is named, or
// lies in a node on the stack. A face that is touched from the start is named alone. CPU twin: SphereSweeper
// (lib/questions/motion/sphere/sphere-sweeper.ts), which finishes among the named.

// A node leaves at most BRANCHING children in its place, a level below: BRANCHING − 1 more entries per level, and the
// root.
const MOST_WAITING: u32 = (BRANCHING - 1u) * MOST_BVH_LEVELS + 1u;

var<private> latest: f32;
var<private> namedCount: u32;
var<private> named: array<u32, MOST_NAMED>;
var<private> entries: array<f32, MOST_NAMED>;
var<private> boxTests: u32;
var<private> faceTests: u32;

fn keepEarly() {
  var kept = 0u;
  for (var i = 0u; i < namedCount; i++) {
    if (entries[i] <= latest) {
      named[kept] = named[i];
      entries[kept] = entries[i];
      kept++;
    }
  }
  namedCount = kept;
}

// Whether there was room for it.
fn name(face: u32, entry: f32) -> bool {
  if (namedCount == MOST_NAMED) {
    keepEarly();
  }
  if (namedCount == MOST_NAMED) {
    return false;
  }
  named[namedCount] = face;
  entries[namedCount] = entry;
  namedCount++;
  return true;
}

fn point(at: u32) -> vec3i {
  return vec3i(facePoints[at], facePoints[at + 1u], facePoints[at + 2u]);
}

// Whether the sweep is finished: a face is touched from the start, or there are too many.
fn takeFace(sphere: MovingSphere, slot: u32) -> bool {
  let at = FACE_POINTS_WORDS * slot;
  let corners = array<vec3i, 3>(point(at + FACE_POINTS_A_X), point(at + FACE_POINTS_B_X), point(at + FACE_POINTS_C_X));
  let low = min(corners[0], min(corners[1], corners[2])) - OWN_ERROR;
  let high = max(corners[0], max(corners[1], corners[2])) + OWN_ERROR;
  let start = boxEntry(sphere, low, high);
  if (start > latest) {
    return false;
  }
  faceTests++;
  let found = sweptFace(sphere, corners, start, latest);
  if (found.entry > latest) {
    return false;
  }
  let face = u32(boneBvh[u32(boneBvh[BVH_ORDER]) + slot]);
  latest = min(latest, found.contact);
  if (latest == 0.0) {
    namedCount = 1u;
    named[0] = face;
    entries[0] = 0.0;
    return true;
  }
  if (!name(face, found.entry)) {
    namedCount = MOST_NAMED + 1u;
    return true;
  }
  return false;
}

fn walk(sphere: MovingSphere) {
  var nodes: array<u32, MOST_WAITING>;
  var bounds: array<f32, MOST_WAITING>;
  nodes[0] = u32(boneBvh[BVH_LEVELS] - 1) << NODE_BITS;
  bounds[0] = 0.0;
  var top = 1u;
  while (top > 0u) {
    top--;
    if (bounds[top] > latest) {
      continue;
    }
    let level = nodes[top] >> NODE_BITS;
    let first = BRANCHING * (nodes[top] & ((1u << NODE_BITS) - 1u));
    if (level == 0u) {
      let end = min(u32(boneBvh[BVH_FACES]), first + BRANCHING);
      for (var slot = first; slot < end; slot++) {
        if (takeFace(sphere, slot)) {
          return;
        }
      }
      continue;
    }
    let head = BVH_LEVEL_HEADS + BVH_LEVEL_WORDS * (level - 1u);
    let boxes = u32(boneBvh[head + BVH_LEVEL_BOXES]);
    let end = min(u32(boneBvh[head + BVH_LEVEL_NODES]), first + BRANCHING);
    let base = top;
    for (var child = first; child < end; child++) {
      let at = boxes + BVH_BOX_WORDS * child;
      let low = vec3i(boneBvh[at + BVH_BOX_LOW_X], boneBvh[at + BVH_BOX_LOW_Y], boneBvh[at + BVH_BOX_LOW_Z]);
      let high = vec3i(boneBvh[at + BVH_BOX_HIGH_X], boneBvh[at + BVH_BOX_HIGH_Y], boneBvh[at + BVH_BOX_HIGH_Z]);
      boxTests++;
      let entry = boxEntry(sphere, low, high);
      if (entry > latest) {
        continue;
      }
      // In reverse order of being reached, so that the first is on top.
      var slot = top;
      top++;
      while (slot > base && bounds[slot - 1u] < entry) {
        bounds[slot] = bounds[slot - 1u];
        nodes[slot] = nodes[slot - 1u];
        slot--;
      }
      bounds[slot] = entry;
      nodes[slot] = ((level - 1u) << NODE_BITS) | child;
    }
  }
  keepEarly();
}

fn itemCount() -> u32 {
  return sweepBatch.count;
}

fn takeItem(item: u32) {
  latest = 1.0;
  namedCount = 0u;
  boxTests = 0u;
  faceTests = 0u;
  walk(movingSphere(sweeps[item]));
  let at = (NAMED_FACES_WORDS + MOST_NAMED) * item;
  namedFaces[at + NAMED_FACES_COUNT] = namedCount;
  namedFaces[at + NAMED_FACES_BOXES] = boxTests;
  namedFaces[at + NAMED_FACES_FACES] = faceTests;
  for (var i = 0u; i < min(namedCount, MOST_NAMED); i++) {
    namedFaces[at + NAMED_FACES_WORDS + i] = named[i];
  }
}
