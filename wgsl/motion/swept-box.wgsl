// A moving sphere and a box → a time before which the box is not touched.
//
// The slab test in f32, with bounds that hold for the exact sphere and box. common/grid.wgsl and common/bounds.wgsl
// come before. CPU twin: lib/questions/motion/sphere/swept-slabs.ts.

// Later than every time.
const NEVER: f32 = 2.0;
// The number of steps toward a box.
const BOX_STEPS: u32 = 2u;

// A centre that goes from → to in the time from 0 to 1, its coordinates in units with an error of at most SWEEP_ERROR
// each; way = to − from, reach, within in widths (lib/base/records/gpu-tables.ts).
struct MovingSphere {
  origin: vec3i,
  way: vec3f,
  reach: f32,
  within: f32,
}

fn movingSphere(sweep: SphereSweep) -> MovingSphere {
  let origin = vec3i(sweep.fromX, sweep.fromY, sweep.fromZ);
  let end = vec3i(sweep.toX, sweep.toY, sweep.toZ);
  return MovingSphere(origin, local(end, origin), sweep.reach, sweep.within);
}

// The error of a coordinate of t·way, in widths: the centre's own error, at most that of its ends, and the conversion,
// ε. Taken 2ε: the rest covers the rounding of this bound.
fn wayError(way: vec3f) -> vec3f {
  return vec3f(f32(SWEEP_ERROR) * WIDTHS_PER_UNIT) + 2.0 * EPSILON * abs(way);
}

// A lower bound of the gap between the centre at t and the box, seen from the origin, minus the reach, in widths.
//
// On an axis: a side's conversion ε, that of the way ε, a product ε, the difference ε of both, the bound of these ε:
// taken 4ε of the side and of the product; plus the centre's own error. Length 8ε, product ε, difference ε, taken 12ε
// of the length and 2ε of the reach.
fn boxRoom(sphere: MovingSphere, lows: vec3f, highs: vec3f, t: f32) -> f32 {
  let moved = t * sphere.way;
  let error = wayError(sphere.way) + 4.0 * EPSILON * (max(abs(lows), abs(highs)) + abs(moved));
  let gap = max(max(lows - moved, moved - highs) - error, vec3f(0.0));
  return length(gap) * (1.0 - 12.0 * EPSILON) - sphere.reach * (1.0 + 2.0 * EPSILON);
}

// The box, in units, encloses the queried faces. NEVER if the sphere's reach does not meet it in [0, 1]. The slabs
// extend past the corners of the inflated box: if the sphere is still apart from the box at that time, it advances by
// the gap between them.
//
// If the centre at t is within the reach of the box, inflated to a box, t·way is in [near, far] on each axis: from the
// box's sides, converted (ε), minus and plus reach and the way's error; two additions, each ≤ ε of the terms so far.
// Three roundings of each term, taken 4ε. A quotient errs by 3ε: times 1 ∓ 4ε it is a bound; if it is below 0 the sign
// alone decides. Along an axis without motion there is no time, only a yes or no. In a step, the length of the way errs
// by 8ε and by the errors of its ends, each √3 units; quotient 3ε, product ε, the sum ε, the last product ε.
fn boxEntry(sphere: MovingSphere, low: vec3i, high: vec3i) -> f32 {
  let lows = local(low, sphere.origin);
  let highs = local(high, sphere.origin);
  let grown = (vec3f(sphere.reach) + wayError(sphere.way)) * (1.0 + 6.0 * EPSILON);
  let near = lows - grown - 4.0 * EPSILON * abs(lows);
  let far = highs + grown + 4.0 * EPSILON * abs(highs);
  var entry = 0.0;
  var exit = 1.0;
  for (var k = 0u; k < 3u; k++) {
    let way = sphere.way[k];
    if (way == 0.0) {
      if (near[k] > 0.0 || far[k] < 0.0) {
        return NEVER;
      }
      continue;
    }
    let first = select(far[k], near[k], way > 0.0) / way;
    let last = select(near[k], far[k], way > 0.0) / way;
    entry = max(entry, first * (1.0 - 4.0 * EPSILON));
    exit = min(exit, last * (1.0 + 4.0 * EPSILON));
  }
  if (entry > exit) {
    return NEVER;
  }
  let wayLength = length(sphere.way) * (1.0 + 12.0 * EPSILON) + 4.0 * f32(SWEEP_ERROR) * WIDTHS_PER_UNIT;
  for (var step = 0u; step < BOX_STEPS; step++) {
    let room = boxRoom(sphere, lows, highs, entry);
    if (room <= 0.0) {
      return entry;
    }
    if (room > wayLength) {
      return NEVER;
    }
    entry = (entry + room / wayLength * (1.0 - 6.0 * EPSILON)) * (1.0 - 4.0 * EPSILON);
  }
  return entry;
}
