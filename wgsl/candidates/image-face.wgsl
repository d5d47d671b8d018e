// A face of integer corners → the pixels of an image that it touches, with an interval of depth in each.
//
// A row of pixels cuts a slab out of the triangle, and so does a column; what both contain of it is rounded outward and
// inflated by a margin. CPU twin: ImageFace (lib/stages/candidates/image-face.ts), which illustrates and proves it.
//
// Everything is in integers, so that every kernel has the same pixels: one counts what another writes. A fraction of an
// edge is kept in FRACTION_BITS bits, rounded down and up: its error is at most 2^-13 of the edge, and never inward.

const FRACTION_BITS: u32 = 15u;
// Beyond all coordinates; adding a margin does not overflow an i32.
const BEYOND: i32 = 0x5fffffff;

// Part of a face: x, y: the least and the greatest across; z, w: the same in depth.
fn noPart() -> vec4i {
  return vec4i(BEYOND, -BEYOND, BEYOND, -BEYOND);
}

fn joined(a: vec4i, b: vec4i) -> vec4i {
  return vec4i(min(a.x, b.x), max(a.y, b.y), min(a.z, b.z), max(a.w, b.w));
}

// n / m in FRACTION_BITS bits, rounded down and up; 0 < n < m < 2^31. If m has more bits than these, both lose their
// low bits; to round down, n is truncated and m is rounded up.
fn fractionOf(n: u32, m: u32) -> vec2i {
  let shift = u32(max(0, 32 - i32(countLeadingZeros(m)) - i32(FRACTION_BITS)));
  let top = n >> shift;
  let bottom = m >> shift;
  let lost = select(0u, 1u, shift > 0u);
  let low = (top << FRACTION_BITS) / (bottom + lost);
  let high = ((top + lost) << FRACTION_BITS) / bottom + 1u;
  return vec2i(i32(low), i32(min(high, 1u << FRACTION_BITS)));
}

// x·fraction, rounded down; |x| < 2^30: with the high and the low bits of x taken separately, no product exceeds 2^30.
fn timesFraction(x: vec2i, fraction: vec2i) -> vec2i {
  let low = x & vec2i((1 << FRACTION_BITS) - 1);
  return (x >> vec2u(FRACTION_BITS)) * fraction + ((low * fraction) >> vec2u(FRACTION_BITS));
}

// Where an edge passes x = at: y in the first two numbers, z in the others; no part if it does not.
fn crossingOf(p: vec3i, q: vec3i, at: i32) -> vec4i {
  if (!((p.x < at && at < q.x) || (q.x < at && at < p.x))) {
    return noPart();
  }
  let fraction = fractionOf(u32(abs(at - p.x)), u32(abs(q.x - p.x)));
  let way = q.yz - p.yz;
  let falls = way < vec2i(0);
  let low = timesFraction(way, select(vec2i(fraction.x), vec2i(fraction.y), falls));
  let high = -timesFraction(-way, select(vec2i(fraction.y), vec2i(fraction.x), falls));
  return vec4i(p.y + low.x, p.y + high.x, p.z + low.y, p.z + high.y);
}

fn cornerIn(p: vec3i, low: i32, high: i32) -> vec4i {
  return select(noPart(), p.yyzz, p.x >= low && p.x <= high);
}

// The part of a triangle between two coordinates x: its y and z.
fn slabPart(a: vec3i, b: vec3i, c: vec3i, low: i32, high: i32) -> vec4i {
  let least = min(a, min(b, c));
  let most = max(a, max(b, c));
  if (least.x >= low && most.x <= high) {
    return vec4i(least.y, most.y, least.z, most.z);
  }
  // In loops, because compilers inline each call of a function.
  var corners = array<vec3i, 3>(a, b, c);
  var part = noPart();
  for (var k = 0u; k < 3u; k++) {
    let p = corners[k];
    part = joined(part, cornerIn(p, low, high));
    for (var end = 0u; end < 2u; end++) {
      part = joined(part, crossingOf(p, corners[(k + 1u) % 3u], select(low, high, end == 1u)));
    }
  }
  return part;
}

// The first and the last of `count` pixels from `origin` on that low … high touches, inflated by the margin.
fn pixelsOver(low: i32, high: i32, origin: i32, pixel: i32, count: i32, margin: i32) -> vec2i {
  let last = high + margin - origin;
  if (last < 0) {
    return vec2i(0, -1);
  }
  return vec2i(max(low - margin - origin, 0) / pixel, min(last / pixel, count - 1));
}

// The first and the last row that a face may touch. Corners: u, v and depth.
fn imageRows(corners: array<vec3i, 3>, image: Image, margin: i32) -> vec2i {
  let low = min(corners[0].y, min(corners[1].y, corners[2].y));
  let high = max(corners[0].y, max(corners[1].y, corners[2].y));
  return pixelsOver(low, high, image.v0, image.pixel, image.rows, margin);
}

// In a row: the first and the last pixel that it touches, and its depths.
fn imageRow(corners: array<vec3i, 3>, image: Image, row: i32, margin: i32) -> vec4i {
  let low = image.v0 + row * image.pixel - margin;
  let high = low + image.pixel + 2 * margin;
  let part = slabPart(corners[0].yxz, corners[1].yxz, corners[2].yxz, low, high);
  if (part.x > part.y) {
    return vec4i(0, -1, 0, -1);
  }
  let pixels = pixelsOver(part.x, part.y, image.u0, image.pixel, image.columns, margin);
  return vec4i(pixels, part.z - margin, part.w + margin);
}

// In a pixel of a row: its depths; near is above far if it does not touch the pixel.
fn imageDepths(corners: array<vec3i, 3>, image: Image, row: vec4i, column: i32, margin: i32) -> vec2i {
  let low = image.u0 + column * image.pixel - margin;
  let part = slabPart(corners[0], corners[1], corners[2], low, low + image.pixel + 2 * margin);
  return vec2i(max(row.z, part.z - margin), min(row.w, part.w + margin));
}
