// Cells that contain a corner whose distance is wanted, for the first time → for each, the faces of its body that can
// be the nearest to one of its points. All threads of a workgroup walk the BVH, once for all points of a cell.
//
//     level 3   ▢ ▢ ▢ ▢ ▢ ▢ ▢ ▢    `inner` is the cell, widened by the errors of points in it. No point of it is
//     level 2     ▢ ▢ … ▢ ▢        farther from a node's faces than the farthest corners of `inner` and of the node
//     level 1        …             are apart; the least of these distances is `limit`. Nodes farther from `inner` than
//     faces    ─ ─ ─ ─ ─ ─ ─       that are skipped, then faces, by their boxes and supports (point-face.wgsl). What
//                                  is left is the list.
//
// A list is good for any point of its cell, under any pose, until the body is edited: it is kept from submit to submit.
// A workgroup takes new cells one after another. The progress of the walk when a thread reads `limit` affects the list,
// but no result: a face that is not listed is farther from each of the cell's points than `limit`, or than `above`
// says, and a result that is not within both is recomputed. A cell with more than MOST_NODES nodes on a level, or more
// than LISTED faces left, or for which cellFaces has no room, gets no list. CPU twin: CellLists
// (lib/index/proximity/cell-lists.ts).

const MOST_NODES: u32 = 512u;
const LISTED: u32 = 512u;
const NO_PLACE: u32 = 0xffffffffu;

// Bits of an f32 ≥ 0, in widths.
var<workgroup> limitBits: atomic<u32>;
// Nodes of a level, and of the next, indexed by the level's parity.
var<workgroup> nodes: array<array<u32, MOST_NODES>, 2>;
var<workgroup> nodeCount: atomic<u32>;
var<workgroup> listed: array<u32, LISTED>;
var<workgroup> supports: array<vec4f, LISTED>;
var<workgroup> listedCount: atomic<u32>;
// The least `least` of the listed faces' supports, which is the distance to the centre up to rounding; the place of a
// face that has it; and `above` of that face.
var<workgroup> nearestBits: atomic<u32>;
var<workgroup> nearestPlace: atomic<u32>;
var<workgroup> above: f32;
var<workgroup> keptCount: atomic<u32>;
var<workgroup> told: u32;

fn limitNow() -> f32 {
  return bitcast<f32>(atomicLoad(&limitBits));
}

// Lowers `limit` to `most`: from some face, no point of `inner` is farther than that.
fn lowerLimit(most: f32) {
  atomicMin(&limitBits, bitcast<u32>(wellAbove(most)));
}

// The distance between the farthest corners of two boxes, in widths.
fn mostBetween(a: Box, b: Box) -> f32 {
  return length(vec3f(max(b.high - a.low, a.high - b.low)) * WIDTHS_PER_UNIT);
}

fn isBeyondLimit(body: u32, inner: Box, box: Box) -> bool {
  let gap = vec3f(max(max(box.low - inner.high, inner.low - box.high) - OWN_ERROR, vec3i(0))) * WIDTHS_PER_UNIT;
  return dot(gap, gap) * boxFactor(body) > squaredLimit(limitNow());
}

// Descends one path, each time to the child whose farthest corner is nearest, for an initial limit. Run by one thread.
fn descend(body: u32, inner: Box, levels: u32) {
  var node = 0u;
  for (var level = levels - 1u; level > 0u; level--) {
    let head = BVH_LEVEL_HEADS + BVH_LEVEL_WORDS * (level - 1u);
    let boxes = u32(bvhAt(body, head + BVH_LEVEL_BOXES));
    let end = min(u32(bvhAt(body, head + BVH_LEVEL_NODES)), BRANCHING * (node + 1u));
    var least = FAR;
    for (var child = BRANCHING * node; child < end; child++) {
      let most = mostBetween(inner, nodeBox(body, boxes, child));
      if (most < least) {
        least = most;
        node = child;
      }
    }
    lowerLimit(least);
  }
}

// Tests the children of `count` nodes of a level: those within the limit become the nodes of the next.
fn testChildren(body: u32, inner: Box, level: u32, count: u32, thread: u32) {
  let head = BVH_LEVEL_HEADS + BVH_LEVEL_WORDS * (level - 1u);
  let boxes = u32(bvhAt(body, head + BVH_LEVEL_BOXES));
  let total = u32(bvhAt(body, head + BVH_LEVEL_NODES));
  for (var first = 0u; first < BRANCHING * count; first += workgroupSize) {
    let item = first + thread;
    var child = total;
    var box: Box;
    if (item < BRANCHING * count) {
      child = BRANCHING * nodes[level % 2u][item / BRANCHING] + item % BRANCHING;
    }
    if (child < total) {
      box = nodeBox(body, boxes, child);
      lowerLimit(mostBetween(inner, box));
    }
    workgroupBarrier();
    if (child < total && !isBeyondLimit(body, inner, box)) {
      let at = atomicAdd(&nodeCount, 1u);
      if (at < MOST_NODES) {
        nodes[(level - 1u) % 2u][at] = child;
      }
    }
  }
}

// A support's lower bound for all points of `inner`: at most the lowerBySupport of each.
fn leastOfSupport(support: vec4f, inner: Box, middle: vec3i) -> f32 {
  let low = local(inner.low, middle);
  let high = local(inner.high, middle);
  let slack = supportBound(support, max(abs(low), abs(high)), f32(OWN_ERROR) * WIDTHS_PER_UNIT);
  return support.w + sumOf(min(support.xyz * low, support.xyz * high)) - 3.0 * slack;
}

// Tests the faces of `leaves` leaves: those within the limit are added to the list.
fn listFaces(body: u32, inner: Box, middle: vec3i, leaves: u32, thread: u32) {
  for (var first = 0u; first < BRANCHING * leaves; first += workgroupSize) {
    let item = first + thread;
    var face = NO_FACE;
    var corners: array<vec3i, 3>;
    var box: Box;
    if (item < BRANCHING * leaves) {
      let place = BRANCHING * nodes[0][item / BRANCHING] + item % BRANCHING;
      if (place < u32(bvhAt(body, BVH_FACES))) {
        face = u32(bvhAt(body, u32(bvhAt(body, BVH_ORDER)) + place));
      }
    }
    if (face != NO_FACE) {
      let v = faceAt(body, face);
      if (v.x == RETIRED_CORNER) {
        face = NO_FACE;
      } else {
        corners = ownCorners(body, v);
        box = faceBox(corners);
        lowerLimit(mostBetween(inner, Box(corners[0], corners[0])));
      }
    }
    workgroupBarrier();
    if (face != NO_FACE && !isBeyondLimit(body, inner, box)) {
      let support = supportOf(corners, middle);
      if (leastOfSupport(support, inner, middle) <= limitNow()) {
        let at = atomicAdd(&listedCount, 1u);
        if (at < LISTED) {
          listed[at] = face;
          supports[at] = support;
          atomicMin(&nearestBits, bitcast<u32>(max(support.w, 0.0)));
        }
      }
    }
  }
}

// The box of all points of a cell, with their errors. low: the cell's lowest corner.
fn innerBox(low: vec3i) -> Box {
  return Box(low - MOST_CORNER_ERROR, low + scene.cornerCell + MOST_CORNER_ERROR);
}

// Makes the list of the cell at a place of the table.
fn listCell(place: u32, thread: u32) {
  if (thread == 0u) {
    told = atomicLoad(&cells[CORNER_CELL_WORDS * (1u + place) + CORNER_CELL_NUMBER]);
  }
  let number = workgroupUniformLoad(&told) - 1u;
  let body = bodyOfCell(number);
  let low = cellLow(scene, number);
  let inner = innerBox(low);
  var level = u32(bvhAt(body, BVH_LEVELS) - 1);
  if (thread == 0u) {
    atomicStore(&limitBits, bitcast<u32>(FAR));
    atomicStore(&listedCount, 0u);
    atomicStore(&nearestBits, bitcast<u32>(FAR));
    atomicStore(&nearestPlace, 0u);
    descend(body, inner, level + 1u);
    nodes[level % 2u][0] = 0u;
  }
  var count = 1u;
  while (level > 0u && count <= MOST_NODES) {
    if (thread == 0u) {
      atomicStore(&nodeCount, 0u);
    }
    workgroupBarrier();
    testChildren(body, inner, level, count, thread);
    workgroupBarrier();
    if (thread == 0u) {
      told = atomicLoad(&nodeCount);
    }
    count = workgroupUniformLoad(&told);
    level--;
  }
  workgroupBarrier();
  if (count <= MOST_NODES) {
    listFaces(body, inner, low + scene.cornerCell / 2, count, thread);
  }
  workgroupBarrier();
  if (thread == 0u) {
    told = select(atomicLoad(&listedCount), LISTED + 1u, count > MOST_NODES);
  }
  let faces = workgroupUniformLoad(&told);
  if (faces > 0u && faces <= LISTED) {
    writeList(place, body, inner, low + scene.cornerCell / 2, faces, thread);
  }
  workgroupBarrier();
}

// Let y be the face's point nearest to the centre c, d = |c − y| and r ≥ |p − c|. Then |p − y| = √(d² + 2d·g·(p − c) +
// |p − c|²) ≤ d + g·(p − c) + r²/2d, and |p − y| exceeds d + g·(p − c) by at most 2r.
fn aboveNearest(body: u32, inner: Box, middle: vec3i) -> f32 {
  let nearest = faceAt(body, listed[atomicLoad(&nearestPlace)]);
  let d = length(nearestSeen(ownCorners(body, nearest), middle));
  let r = mostBetween(inner, Box(middle, middle));
  var bow = 2.0 * r;
  if (4.0 * d > r) {
    bow = r * r / (2.0 * d);
  }
  return wellAbove(d + bow);
}

// Whether a face is, everywhere in `inner`, farther than `above` says for the face nearest to the centre: L + g·x
// exceeds above + ABOVE_FACTOR·g'·x at every corner of `inner`.
fn isOvershadowed(support: vec4f, nearest: vec4f, inner: Box, middle: vec3i) -> bool {
  let low = local(inner.low, middle);
  let high = local(inner.high, middle);
  let most = max(abs(low), abs(high));
  let q = f32(OWN_ERROR) * WIDTHS_PER_UNIT;
  let turned = support.xyz - ABOVE_FACTOR * nearest.xyz;
  let least = support.w - above + sumOf(min(turned * low, turned * high));
  return least > 3.0 * (supportBound(support, most, q) + supportBound(vec4f(nearest.xyz, above), most, q));
}

fn writeEntry(at: u32, i: u32) {
  let support = bitcast<vec4u>(supports[i]);
  cellFaces[at + CELL_FACE_FACE] = listed[i];
  cellFaces[at + CELL_FACE_X] = support.x;
  cellFaces[at + CELL_FACE_Y] = support.y;
  cellFaces[at + CELL_FACE_Z] = support.z;
  cellFaces[at + CELL_FACE_LEAST] = support.w;
}

// Writes the list to cellFaces if there is room for all of it: the face nearest to the centre, then the others, except
// those that it overshadows.
fn writeList(place: u32, body: u32, inner: Box, middle: vec3i, faces: u32, thread: u32) {
  for (var i = thread; i < faces; i += workgroupSize) {
    if (bitcast<u32>(max(supports[i].w, 0.0)) == atomicLoad(&nearestBits)) {
      atomicStore(&nearestPlace, i);
    }
  }
  workgroupBarrier();
  let nearest = atomicLoad(&nearestPlace);
  if (thread == 0u) {
    above = aboveNearest(body, inner, middle);
    atomicStore(&keptCount, 0u);
  }
  workgroupBarrier();
  for (var i = thread; i < faces; i += workgroupSize) {
    if (i != nearest && !isOvershadowed(supports[i], supports[nearest], inner, middle)) {
      // `nodes` is no longer needed.
      nodes[0][atomicAdd(&keptCount, 1u)] = i;
    }
  }
  workgroupBarrier();
  let kept = 1u + atomicLoad(&keptCount);
  if (thread == 0u) {
    told = atomicAdd(&cells[CORNER_CELL_START], kept);
  }
  let start = workgroupUniformLoad(&told);
  let room = arrayLength(&cellFaces) / CELL_FACE_WORDS;
  if (start > room || kept > room - start) {
    return;
  }
  for (var k = thread; k + 1u < kept; k += workgroupSize) {
    writeEntry(CELL_FACE_WORDS * (start + k + 1u), nodes[0][k]);
  }
  if (thread == 0u) {
    writeEntry(CELL_FACE_WORDS * start, nearest);
    let at = CORNER_CELL_WORDS * (1u + place);
    atomicStore(&cells[at + CORNER_CELL_START], start);
    atomicStore(&cells[at + CORNER_CELL_COUNT], kept);
    atomicStore(&cells[at + CORNER_CELL_LIMIT], atomicLoad(&limitBits));
    atomicStore(&cells[at + CORNER_CELL_ABOVE], bitcast<u32>(above));
  }
}

@compute @workgroup_size(workgroupSize)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  if (thread == 0u) {
    told = atomicLoad(&cells[CORNER_CELL_COUNT]);
  }
  let taken = workgroupUniformLoad(&told);
  for (var i = flatGroup(group, groups); i < taken; i += groups.x * groups.y) {
    if (thread == 0u) {
      told = atomicLoad(&cells[CORNER_CELL_WORDS * (1u + i) + CORNER_CELL_TAKEN]);
      if (atomicExchange(&cells[CORNER_CELL_WORDS * (1u + told) + CORNER_CELL_LISTED], 1u) == 1u) {
        told = NO_PLACE;
      }
    }
    let place = workgroupUniformLoad(&told);
    if (place != NO_PLACE) {
      listCell(place, thread);
    }
  }
}
