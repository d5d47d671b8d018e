// Corners whose side or distance is to be found → each point of a block of leaves once; the sides, by a ray along a
// scanline from one point of each region; and the other body's cells that hold a point whose distance is wanted.
//
//     corners   0   1   2   3   4   5   …     a corner at the same point as another of its block is marked CORNER_SAME
//               p0  p1  p2 =1  p4  =2         and has that one's number instead of a face
//     cells     │ number + 1, no list yet │ 0 │ 0 │ number + 1, its list │ …       open addressing
//
// Leaves of a face are parts of parts, so several share a corner, and midpoints of the same two points are equal to
// the last unit; faces that share an edge share its points. What a ray proves it proves for all points within the
// error, which is part of what makes points the same. A leaf proved apart from the other surface lies on one side of
// it, so the points of such leaves that hang together form a region with one side:
//
//      ╱╲╱╲│╱╲╱╲      │ the other surface: the leaves that it may meet join nothing,
//     ╱__╲_│__╲_╲     so its two sides are two regions, and two rays answer for all their points
//
// The proof is for all leaves within the error, so no surface comes between a point of the grid and the exact corners
// that round to it. A workgroup: a block of leaves. Which of several corners is the first depends on the threads, but
// no result does: see nearest-so-far.wgsl; a region's ray starts from its corner of least number. CPU twin:
// lib/stages/compiled/module/proximity/point-table.ts.

const BLOCK_CORNERS: u32 = 3u * BLOCK_LEAVES;
const TABLE_SIZE: u32 = 4u * BLOCK_LEAVES;

// Greater than the error of a corner in the bone's frame: MOST_CORNER_ERROR bounds it in both frames.
const LEAST_ABOVE_ERRORS: i32 = MOST_CORNER_ERROR + 1;

// What is wanted of a point.
const WANTS_SIDE: u32 = 1u;
const WANTS_DISTANCE: u32 = 2u;

// Position in the bone's frame, units, and the key; -1 if nothing is to be found.
var<workgroup> points: array<vec4i, BLOCK_CORNERS>;
// The first corner at the same point, of those in the block.
var<workgroup> firsts: array<u32, BLOCK_CORNERS>;
// By point: the least number of a corner in its region, as far as is known.
var<workgroup> regions: array<atomic<u32>, BLOCK_CORNERS>;
// Whether a region has grown, and in the last round.
var<workgroup> grows: atomic<u32>;
var<workgroup> hasGrown: u32;
// By corner: WANTS_SIDE of the region that it names, WANTS_DISTANCE of its point; and the region's side, if wanted.
var<workgroup> wants: array<atomic<u32>, BLOCK_CORNERS>;
var<workgroup> sides: array<u32, BLOCK_CORNERS>;
// Numbers of the block's corners + 1, by their points: open addressing; 0: none.
var<workgroup> table: array<atomic<u32>, TABLE_SIZE>;

// What distinguishes corners at one position: pose, body and error, the last below LEAST_ABOVE_ERRORS.
fn keyOf(row: SubTriangleRow) -> i32 {
  return i32(2u * poseOf(row) + bodyOf(row)) * LEAST_ABOVE_ERRORS + cornerError(row);
}

fn askedOf(corner: u32) -> u32 {
  return cornerStateAsked(corners[corner].state);
}

fn loadPoints(first: u32, end: u32, thread: u32) {
  for (var slot = thread; slot < TABLE_SIZE; slot += workgroupSize) {
    atomicStore(&table[slot], 0u);
  }
  for (var leaf = first + thread; leaf < end; leaf += workgroupSize) {
    let row = rows[leaf];
    var p = leafCorners(row);
    for (var k = 0u; k < 3u; k++) {
      let at = 3u * (leaf - first) + k;
      points[at] = vec4i(p[k], select(keyOf(row), -1, askedOf(3u * leaf + k) == CORNER_KNOWN));
      atomicStore(&wants[at], 0u);
      atomicStore(&regions[at], BLOCK_CORNERS);
    }
  }
}

// The first corner at the same point, which may be this one.
fn firstAt(corner: u32) -> u32 {
  let point = points[corner];
  let mixed = bitcast<vec4u>(point) * vec4u(0x9e3779b1u, 0x85ebca77u, 0xc2b2ae3du, 0x27d4eb2fu);
  let hash = mixed.x ^ mixed.y ^ mixed.z ^ mixed.w;
  var slot = (hash ^ (hash / 0x8000u)) % TABLE_SIZE;
  // The table has more slots than there are corners.
  loop {
    let there = atomicCompareExchangeWeak(&table[slot], 0u, corner + 1u);
    if (there.exchanged) {
      return corner;
    }
    if (there.old_value != 0u) {
      if (all(points[there.old_value - 1u] == point)) {
        return there.old_value - 1u;
      }
      slot = (slot + 1u) % TABLE_SIZE;
    }
  }
}

// Makes each point once, a region of its own.
fn joinPoints(count: u32, thread: u32) {
  for (var k = thread; k < count; k += workgroupSize) {
    if (points[k].w < 0) {
      continue;
    }
    firsts[k] = firstAt(k);
    atomicMin(&regions[firsts[k]], k);
  }
}

// One round in which each leaf apart from the surface unites the regions of its corners. Every round but the last
// lowers a number, so there is a last.
fn uniteRegions(first: u32, end: u32, thread: u32) {
  for (var leaf = first + thread; leaf < end; leaf += workgroupSize) {
    if (askedOf(3u * leaf) != CORNER_LEADS) {
      continue;
    }
    let k = 3u * (leaf - first);
    var least = BLOCK_CORNERS;
    for (var corner = k; corner < k + 3u; corner++) {
      least = min(least, atomicLoad(&regions[firsts[corner]]));
    }
    for (var corner = k; corner < k + 3u; corner++) {
      if (atomicMin(&regions[firsts[corner]], least) > least) {
        atomicStore(&grows, 1u);
      }
    }
  }
}

fn askSides(first: u32, count: u32, thread: u32) {
  for (var k = thread; k < count; k += workgroupSize) {
    let asked = askedOf(3u * first + k);
    if (asked >= CORNER_CROSSED && asked != CORNER_FOLLOWS) {
      atomicStore(&wants[atomicLoad(&regions[firsts[k]])], WANTS_SIDE);
    }
  }
}

fn findSides(first: u32, count: u32, thread: u32) {
  for (var k = thread; k < count; k += workgroupSize) {
    if ((atomicLoad(&wants[k]) & WANTS_SIDE) != 0u) {
      let row = rows[first + k / 3u];
      sides[k] = signOf(1u - bodyOf(row), poseOf(row), points[k].xyz, cornerError(row));
    }
  }
}

// From CORNER_CROSSED on, a corner's side is what a ray has found.
fn sideOfBlockCorner(first: u32, k: u32) -> u32 {
  let state = corners[3u * first + k].state;
  if (cornerStateAsked(state) < CORNER_CROSSED) {
    return cornerStateSide(state);
  }
  return sides[atomicLoad(&regions[firsts[k]])];
}

fn isDistanceWanted(first: u32, k: u32) -> bool {
  let asked = askedOf(3u * first + k);
  return asked != CORNER_KNOWN && (asked <= CORNER_CROSSED || sideOfBlockCorner(first, k) == SIDE_INSIDE);
}

fn askDistances(first: u32, count: u32, thread: u32) {
  for (var k = thread; k < count; k += workgroupSize) {
    if (isDistanceWanted(first, k)) {
      atomicOr(&wants[firsts[k]], WANTS_DISTANCE);
    }
  }
}

// Enters the cell into the table, if there is room; a submit before this one may have done it.
fn markCell(cell: u32) {
  let places = arrayLength(&cells) / CORNER_CELL_WORDS - 1u;
  var place = firstProbe(cell, places);
  for (var probe = 0u; probe < min(MOST_PROBES, places); probe++) {
    let at = CORNER_CELL_WORDS * (1u + place) + CORNER_CELL_NUMBER;
    var there = atomicLoad(&cells[at]);
    while (there == 0u) {
      let taken = atomicCompareExchangeWeak(&cells[at], 0u, cell + 1u);
      there = select(taken.old_value, cell + 1u, taken.exchanged);
      if (taken.exchanged) {
        let order = atomicAdd(&cells[CORNER_CELL_COUNT], 1u);
        atomicStore(&cells[CORNER_CELL_WORDS * (1u + order) + CORNER_CELL_TAKEN], place);
      }
    }
    if (there == cell + 1u) {
      return;
    }
    place = (place + 1u) % places;
  }
}

// The record of a corner, from what the block has found. Reads no other corner's record: they are being rewritten.
fn writeCorner(first: u32, k: u32) {
  let side = sideOfBlockCorner(first, k);
  // Nothing is wanted of a point that is another's, or none's.
  let isMeasured = (atomicLoad(&wants[k]) & WANTS_DISTANCE) != 0u;
  let isSame = isDistanceWanted(first, k) && firsts[k] != k;
  let asked = select(select(CORNER_KNOWN, CORNER_WANTED, isMeasured), CORNER_SAME, isSame);
  let face = select(NO_FACE, 3u * first + firsts[k], isSame);
  corners[3u * first + k] = CornerDistance(packCornerState(side, asked), face, FAR, 0.0);
  if (!isMeasured) {
    return;
  }
  let row = rows[first + k / 3u];
  let other = 1u - bodyOf(row);
  let cell = cellAround(scene, other, ownPoint(other, poseOf(row), points[k].xyz));
  if (cell != NO_CELL) {
    markCell(cell);
  }
}

fn groupBlock(first: u32, end: u32, thread: u32) {
  let count = 3u * (end - first);
  loadPoints(first, end, thread);
  workgroupBarrier();
  joinPoints(count, thread);
  workgroupBarrier();
  loop {
    uniteRegions(first, end, thread);
    workgroupBarrier();
    if (thread == 0u) {
      hasGrown = atomicExchange(&grows, 0u);
    }
    if (workgroupUniformLoad(&hasGrown) == 0u) {
      break;
    }
  }
  askSides(first, count, thread);
  workgroupBarrier();
  findSides(first, count, thread);
  workgroupBarrier();
  askDistances(first, count, thread);
  workgroupBarrier();
  for (var k = thread; k < count; k += workgroupSize) {
    writeCorner(first, k);
  }
}

@compute @workgroup_size(workgroupSize)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let leaves = min(leafCount(), arrayLength(&rows));
  let step = groups.x * groups.y * BLOCK_LEAVES;
  for (var first = flatGroup(group, groups) * BLOCK_LEAVES; first < leaves; first += step) {
    groupBlock(first, min(first + BLOCK_LEAVES, leaves), thread);
    workgroupBarrier();
  }
}
