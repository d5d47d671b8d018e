// Integer grid coordinates: exact differences, fixed-point motion, sub-triangle corners.
//
// A coordinate counts units of the grid, |X| ≤ 2^29, so that sums and differences of two are exact in i32. The grid's
// width is 2^30 units; lengths in f32 count widths.

// Greatest error, in units per coordinate, of a point that has error `e` in the bone's frame and is converted to the
// tool's by mulQ30 and the pose's inverse: its own through rows of |R⁻¹| that sum to ≤ √3·(1 + 1e-5): < 2e; entries
// rounded to 2^-31 times |P − t| ≤ 2^30, three of them: 1.5; the translation's rounding through the rows: 0.87; the
// sum's: 0.5. 2.87 < 3.
fn toolFrameError(e: i32) -> i32 {
  return 2 * e + 3;
}

// Greatest error of a vertex of the body in the bone's frame, in units per coordinate.
fn vertexError(body: u32) -> i32 {
  return select(BONE_ERROR, TOOL_ERROR, body == TOOL);
}

const WIDTHS_PER_UNIT: f32 = 1.0 / f32(UNITS_PER_WIDTH);

// p − origin in widths. The difference is exact; its conversion to f32 errs by at most 2^-23 of it; the scaling is
// exact.
fn local(p: vec3i, origin: vec3i) -> vec3f {
  return vec3f(p - origin) * WIDTHS_PER_UNIT;
}

// Moves the axis's coordinate to the end; the next two, cyclically, come before it.
fn depthLast(x: vec3i, axis: u32) -> vec3i {
  return select(select(x.zxy, x.yzx, axis == 0u), x, axis == 2u);
}

// 64-bit integer in two's complement: low word, high word.
fn add64(x: vec2u, y: vec2u) -> vec2u {
  let low = x.x + y.x;
  return vec2u(low, x.y + y.y + select(0u, 1u, low < x.x));
}

// The exact product of two signed 32-bit integers.
fn mul64(a: i32, b: i32) -> vec2u {
  let x = bitcast<u32>(a);
  let y = bitcast<u32>(b);
  let x0 = x & 0xffffu;
  let x1 = x >> 16u;
  let y0 = y & 0xffffu;
  let y1 = y >> 16u;
  let low = x0 * y0;
  let middle = x1 * y0 + (low >> 16u);
  let other = x0 * y1 + (middle & 0xffffu);
  var high = x1 * y1 + (middle >> 16u) + (other >> 16u);
  // The unsigned product of two's complements is too large by 2^32·y if a < 0 and by 2^32·x if b < 0.
  high -= select(0u, y, a < 0) + select(0u, x, b < 0);
  return vec2u((other << 16u) | (low & 0xffffu), high);
}

// row·x / 2^30, rounded to the nearest integer; row in 1/2^30 with |row| ≤ 2^30·√1.00003, |x| ≤ 2^30 per coordinate:
// the sum is below 2^62.
fn mulQ30(row: vec3i, x: vec3i) -> i32 {
  var sum = add64(add64(mul64(row.x, x.x), mul64(row.y, x.y)), mul64(row.z, x.z));
  sum = add64(sum, vec2u(1u << (FIXED_POINT_BITS - 1u), 0u));
  return bitcast<i32>((sum.x >> FIXED_POINT_BITS) | (sum.y << (32u - FIXED_POINT_BITS)));
}

// The midpoint of two points, rounded down: its error exceeds its ends' by at most half a unit.
fn midpoint(a: vec3i, b: vec3i) -> vec3i {
  return (a + b) >> vec3u(1u);
}

// What the midpoints on the way to a piece add to its corners' error: at most one each split, which takes one bit of
// the path or two, so at most half a unit a bit; rounded up.
fn halvingError(level: u32) -> i32 {
  return i32((level + 1u) / 2u);
}
