// A query for the least value among a surface's faces, such as the time of contact → the numbers of the faces that can
// have it: a few, or that there are too many.
//
// Down the BVH, the box with the least bound on top of the stack; what is beyond `limit` is skipped: the least value
// proved so far, or the greatest that the query allows. Invariant: every face whose value is at most `limit` is named,
// or lies in a node on the stack. A face whose value is proved to be 0 is named alone. No value is negative.
//
// A kernel that uses it binds boneBvh, facePoints and namedFaces. For the query that it keeps it defines boxBound(low,
// high) -> f32, a lower bound of the values of the faces in a box of the grid, and faceBounds(corners, start) ->
// FaceBounds for a face whose value is at least `start`.

// low: the face's value is at least that, or above `limit`; high: the surface's least value is at most that.
struct FaceBounds {
  low: f32,
  high: f32,
}

// A node leaves at most BRANCHING children in its place, a level below: BRANCHING − 1 more entries per level, and the
// root.
const MOST_WAITING: u32 = (BRANCHING - 1u) * MOST_BVH_LEVELS + 1u;

var<private> limit: f32;
var<private> namedCount: u32;
var<private> named: array<u32, MOST_NAMED>;
var<private> lows: array<f32, MOST_NAMED>;
var<private> boxTests: u32;
var<private> faceTests: u32;

fn keepLeast() {
  var kept = 0u;
  for (var i = 0u; i < namedCount; i++) {
    if (lows[i] <= limit) {
      named[kept] = named[i];
      lows[kept] = lows[i];
      kept++;
    }
  }
  namedCount = kept;
}

// Whether there was room for it.
fn name(face: u32, low: f32) -> bool {
  if (namedCount == MOST_NAMED) {
    keepLeast();
  }
  if (namedCount == MOST_NAMED) {
    return false;
  }
  named[namedCount] = face;
  lows[namedCount] = low;
  namedCount++;
  return true;
}

fn point(at: u32) -> vec3i {
  return vec3i(facePoints[at], facePoints[at + 1u], facePoints[at + 2u]);
}

// Whether the query is finished: a face's value is 0, or there are too many.
fn takeFace(slot: u32) -> bool {
  let at = FACE_POINTS_WORDS * slot;
  let corners = array<vec3i, 3>(point(at + FACE_POINTS_A_X), point(at + FACE_POINTS_B_X), point(at + FACE_POINTS_C_X));
  let low = min(corners[0], min(corners[1], corners[2])) - OWN_ERROR;
  let high = max(corners[0], max(corners[1], corners[2])) + OWN_ERROR;
  let start = boxBound(low, high);
  if (start > limit) {
    return false;
  }
  faceTests++;
  let found = faceBounds(corners, start);
  if (found.low > limit) {
    return false;
  }
  let face = u32(boneBvh[u32(boneBvh[BVH_ORDER]) + slot]);
  limit = min(limit, found.high);
  if (found.high == 0.0) {
    namedCount = 1u;
    named[0] = face;
    lows[0] = 0.0;
    return true;
  }
  if (!name(face, found.low)) {
    namedCount = MOST_NAMED + 1u;
    return true;
  }
  return false;
}

fn walk() {
  var nodes: array<u32, MOST_WAITING>;
  var bounds: array<f32, MOST_WAITING>;
  nodes[0] = u32(boneBvh[BVH_LEVELS] - 1) << NODE_BITS;
  bounds[0] = 0.0;
  var top = 1u;
  while (top > 0u) {
    top--;
    if (bounds[top] > limit) {
      continue;
    }
    let level = nodes[top] >> NODE_BITS;
    let first = BRANCHING * (nodes[top] & ((1u << NODE_BITS) - 1u));
    if (level == 0u) {
      let end = min(u32(boneBvh[BVH_FACES]), first + BRANCHING);
      for (var slot = first; slot < end; slot++) {
        if (takeFace(slot)) {
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
      let bound = boxBound(low, high);
      if (bound > limit) {
        continue;
      }
      // In descending order, so that the least bound is on top.
      var slot = top;
      top++;
      while (slot > base && bounds[slot - 1u] < bound) {
        bounds[slot] = bounds[slot - 1u];
        nodes[slot] = nodes[slot - 1u];
        slot--;
      }
      bounds[slot] = bound;
      nodes[slot] = ((level - 1u) << NODE_BITS) | child;
    }
  }
  keepLeast();
}

// Names the faces for the query that the kernel keeps, and writes the item's record. most: no greater value matters.
fn nameFaces(item: u32, most: f32) {
  limit = most;
  namedCount = 0u;
  boxTests = 0u;
  faceTests = 0u;
  walk();
  let at = (NAMED_FACES_WORDS + MOST_NAMED) * item;
  namedFaces[at + NAMED_FACES_COUNT] = namedCount;
  namedFaces[at + NAMED_FACES_BOXES] = boxTests;
  namedFaces[at + NAMED_FACES_FACES] = faceTests;
  for (var i = 0u; i < min(namedCount, MOST_NAMED); i++) {
    namedFaces[at + NAMED_FACES_WORDS + i] = named[i];
  }
}
