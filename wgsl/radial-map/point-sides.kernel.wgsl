// Points → the sides that a radial map gives them, or undecided where f32 might take another zone than f64 does.
//
// One thread: one point. CPU twin: RadialTable.side and ZoneTable.zoneOf (lib/index/radial-map), which finish what is
// left undecided. Texels and zones: lib/index/radial-map/cone-walk.ts, zone-table.ts. `bounds.wgsl` comes before; ε is
// its EPSILON. The given coordinates have a relative error of ε/2 and a little: they are rounded to f64, then to f32.

// Below this depth, squares could underflow.
const LEAST_POINT_DEPTH: f32 = 0x1p-30;
// A place on a side of the cube, a/m·n/2 + n/2 with n texels along an edge, must be farther than this times n from both
// lines beside it. a/m errs by ε for the input and 3ε for the division, the product by ε, all of at most n/2; the sum,
// at most n, by ε: 3.5ε·n. The f64 place errs by 8u·n. If |a| and m are so close that the axis is in doubt, the place
// is this near the border.
const LINE_MARGIN: f32 = 4.5 * EPSILON;
// x² + y² + z² errs by ε for the input, ε for each square and 2ε for the sums, and the product with this by ε: 5ε. The
// f64 square errs by 6u.
const SQUARE_MARGIN: f32 = 6.0 * EPSILON;

// The texel of a point, or −1.
fn texelOf(p: vec3f) -> i32 {
  let size = abs(p);
  let isZ = size.z > max(size.x, size.y);
  let isY = !isZ && size.y > size.x;
  let turned = select(select(p, p.yzx, isY), p.zxy, isZ);
  let depth = abs(turned.x);
  if (depth < LEAST_POINT_DEPTH) {
    return -1;
  }
  let n = f32(mapPoints.size);
  let place = turned.yz / depth * (n / 2.0) + n / 2.0;
  let line = floor(place);
  let margin = LINE_MARGIN * n;
  if (any(place - line < vec2f(margin)) || any(line + 1.0 - place < vec2f(margin))) {
    return -1;
  }
  if (any(line < vec2f(0.0)) || any(line >= vec2f(n))) {
    return -1;
  }
  let axis = select(select(0, 1, isY), 2, isZ);
  let cubeSide = 2 * axis + select(0, 1, turned.x < 0.0);
  let across = i32(mapPoints.size);
  return (cubeSide * across + i32(line.y)) * across + i32(line.x);
}

fn sideOf(p: vec3f) -> i32 {
  let low = vec3f(mapPoints.lowX, mapPoints.lowY, mapPoints.lowZ);
  let high = vec3f(mapPoints.highX, mapPoints.highY, mapPoints.highZ);
  if (any(p < low) || any(p > high)) {
    return -1;
  }
  let lowIn = vec3f(mapPoints.lowInX, mapPoints.lowInY, mapPoints.lowInZ);
  let highIn = vec3f(mapPoints.highInX, mapPoints.highInY, mapPoints.highInZ);
  if (any(p <= lowIn) || any(p >= highIn)) {
    return POINT_UNDECIDED;
  }
  let texel = texelOf(p);
  if (texel < 0) {
    return POINT_UNDECIDED;
  }
  let square = dot(p, p);
  let least = square * (1.0 - SQUARE_MARGIN);
  let most = square * (1.0 + SQUARE_MARGIN);
  var end = mapStarts[texel];
  let last = mapStarts[texel + 1];
  while (end < last && least >= mapEnds[end].square) {
    end++;
  }
  if (end < last && most >= mapEnds[end].square) {
    return POINT_UNDECIDED;
  }
  return zoneSides[end + u32(texel)];
}

fn itemCount() -> u32 {
  return mapPoints.count;
}

fn takeItem(item: u32) {
  let p = points[item];
  pointSides[item] = sideOf(vec3f(p.x, p.y, p.z));
}
