// k-DOPs of linearly moving points at the start and at the end of their motion, in units of the grid: least and
// greatest values of x, y, z and of the sums and differences of two of these. All are exact integers of rounded
// coordinates.

struct MovingPoint {
  start: vec3i,
  end: vec3i,
}

// DOP_AXES values at the start, then as many at the end.
struct MovingDop {
  low: array<i32, DOP_VALUES>,
  high: array<i32, DOP_VALUES>,
}

const DOP_VALUES: u32 = 2u * DOP_AXES;
const DOP_WORDS: u32 = 2u * DOP_VALUES;

// A coordinate is rounded to a unit: an error of 1/2, and of 2^-23 for its f64 difference
// (lib/questions/motion/deforming/ gpu-step-words.ts). Rounding keeps order: if one of x, y, z is greater rounded, it
// is greater. A sum or difference of two has an error of 1 + 2^-22, those of two points of 2 + 2^-21: if they are apart
// by 3 units, so are the true ones.
const SUM_ERROR: i32 = 2;

fn dopSlack(axis: u32) -> i32 {
  return select(SUM_ERROR, 0, axis < 3u);
}

// Of the empty k-DOP: it is apart from all.
const ABOVE_ALL: i32 = 0x7fffffff;
fn noDop() -> MovingDop {
  var dop: MovingDop;
  for (var k = 0u; k < DOP_VALUES; k++) {
    dop.low[k] = ABOVE_ALL;
    dop.high[k] = -ABOVE_ALL;
  }
  return dop;
}

// |x| ≤ 2^29: sums fit.
fn alongAxes(p: vec3i) -> array<i32, DOP_AXES> {
  return array<i32, DOP_AXES>(p.x, p.y, p.z, p.x + p.y, p.x + p.z, p.y + p.z, p.x - p.y, p.x - p.z, p.y - p.z);
}

fn withPoint(dop: MovingDop, p: MovingPoint) -> MovingDop {
  var wide = dop;
  let before = alongAxes(p.start);
  let behind = alongAxes(p.end);
  for (var k = 0u; k < DOP_AXES; k++) {
    wide.low[k] = min(wide.low[k], before[k]);
    wide.high[k] = max(wide.high[k], before[k]);
    wide.low[DOP_AXES + k] = min(wide.low[DOP_AXES + k], behind[k]);
    wide.high[DOP_AXES + k] = max(wide.high[DOP_AXES + k], behind[k]);
  }
  return wide;
}

// Whether the two provably share no point at any time: along an axis, all values of one are greater than the other's at
// the start and at the end, and so at all times (lib/index/bvh/dop-tree.ts).
fn areDopsApart(a: MovingDop, b: MovingDop) -> bool {
  for (var k = 0u; k < DOP_AXES; k++) {
    let slack = dopSlack(k);
    let last = DOP_AXES + k;
    if (a.low[k] > b.high[k] + slack && a.low[last] > b.high[last] + slack) {
      return true;
    }
    if (b.low[k] > a.high[k] + slack && b.low[last] > a.high[last] + slack) {
      return true;
    }
  }
  return false;
}
