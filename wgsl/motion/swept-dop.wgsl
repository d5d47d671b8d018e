// k-DOPs of what linearly moving points sweep, in units of the grid: least and greatest values of x, y, z and of the
// sums and differences of two of these. All are exact integers of rounded coordinates.

struct MovingPoint {
  start: vec3i,
  end: vec3i,
}

struct SweptDop {
  low: array<i32, DOP_AXES>,
  high: array<i32, DOP_AXES>,
}

// A coordinate is rounded to a unit: an error of 1/2, and of 2^-23 for its f64 difference
// (lib/questions/motion/deforming/ gpu-step-words.ts). Rounding keeps order, so x, y, z of k-DOPs that share a point
// stay overlapping. A sum or difference of two has an error of 1 + 2^-22, those of two points of 2 + 2^-21: if they are
// apart by 3 units, nothing is shared.
const SUM_ERROR: i32 = 2;

fn dopSlack(axis: u32) -> i32 {
  return select(SUM_ERROR, 0, axis < 3u);
}

// Of the empty k-DOP: it is apart from all.
const ABOVE_ALL: i32 = 0x7fffffff;
fn noDop() -> SweptDop {
  var dop: SweptDop;
  for (var k = 0u; k < DOP_AXES; k++) {
    dop.low[k] = ABOVE_ALL;
    dop.high[k] = -ABOVE_ALL;
  }
  return dop;
}

// |x| ≤ 2^29: sums fit.
fn alongAxes(p: vec3i) -> array<i32, DOP_AXES> {
  return array<i32, DOP_AXES>(p.x, p.y, p.z, p.x + p.y, p.x + p.z, p.y + p.z, p.x - p.y, p.x - p.z, p.y - p.z);
}

fn withPoint(dop: SweptDop, p: MovingPoint) -> SweptDop {
  var wide = dop;
  let before = alongAxes(p.start);
  let behind = alongAxes(p.end);
  for (var k = 0u; k < DOP_AXES; k++) {
    wide.low[k] = min(wide.low[k], min(before[k], behind[k]));
    wide.high[k] = max(wide.high[k], max(before[k], behind[k]));
  }
  return wide;
}

// Whether the two provably share no point at any time.
fn areDopsApart(a: SweptDop, b: SweptDop) -> bool {
  for (var k = 0u; k < DOP_AXES; k++) {
    if (a.low[k] > b.high[k] + dopSlack(k) || b.low[k] > a.high[k] + dopSlack(k)) {
      return true;
    }
  }
  return false;
}
