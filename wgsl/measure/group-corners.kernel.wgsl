// Corners whose distance is wanted → each point of a block of leaves once, and the other body's cells that hold one.
//
//     corners   0   1   2   3   4   5   …     a corner at the same point as another of its block is marked CORNER_SAME
//               p0  p1  p2 =1  p4  =2         and has that one's number instead of a face
//     cells     │ number + 1, no list yet │ 0 │ 0 │ number + 1, its list │ …       open addressing
//
// Leaves of a face are parts of parts, so several share a corner, and midpoints of the same two points are equal to
// the last unit; faces that share an edge share its points. A workgroup: a block of leaves. Which of several corners is
// the first depends on the threads, but no result does: see nearest-so-far.wgsl.

const BLOCK_CORNERS: u32 = 3u * BLOCK_LEAVES;
const TABLE_SIZE: u32 = 4u * BLOCK_LEAVES;

// Greater than the error of a corner in the bone's frame: MOST_CORNER_ERROR bounds it in both frames.
const LEAST_ABOVE_ERRORS: i32 = MOST_CORNER_ERROR + 1;

// Position in the bone's frame, units, and the key; -1 if no distance is wanted.
var<workgroup> points: array<vec4i, BLOCK_CORNERS>;
// Numbers of the block's corners + 1, by their points: open addressing; 0: none.
var<workgroup> table: array<atomic<u32>, TABLE_SIZE>;

// What distinguishes corners at one position: pose, body and error, the last below LEAST_ABOVE_ERRORS.
fn keyOf(row: SubTriangleRow) -> i32 {
  return i32(2u * poseOf(row) + bodyOf(row)) * LEAST_ABOVE_ERRORS + cornerError(row);
}

fn loadPoints(first: u32, end: u32, thread: u32) {
  for (var slot = thread; slot < TABLE_SIZE; slot += workgroupSize) {
    atomicStore(&table[slot], 0u);
  }
  for (var leaf = first + thread; leaf < end; leaf += workgroupSize) {
    let row = rows[leaf];
    var p = leafCorners(row);
    for (var k = 0u; k < 3u; k++) {
      let isWanted = cornerStateAsked(corners[3u * leaf + k].state) == CORNER_WANTED;
      points[3u * (leaf - first) + k] = vec4i(p[k], select(-1, keyOf(row), isWanted));
    }
  }
  workgroupBarrier();
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

fn groupBlock(first: u32, end: u32, thread: u32) {
  loadPoints(first, end, thread);
  for (var k = thread; k < 3u * (end - first); k += workgroupSize) {
    if (points[k].w < 0) {
      continue;
    }
    let corner = 3u * first + k;
    let same = firstAt(k);
    if (same != k) {
      corners[corner] = CornerDistance(
        withCornerStateAsked(corners[corner].state, CORNER_SAME), 3u * first + same, FAR, 0.0,
      );
      continue;
    }
    let row = rows[corner / 3u];
    let other = 1u - bodyOf(row);
    let own = ownPoint(other, poseOf(row), points[k].xyz);
    let cell = cellAround(scene, other, own);
    if (cell != NO_CELL) {
      markCell(cell);
    }
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
