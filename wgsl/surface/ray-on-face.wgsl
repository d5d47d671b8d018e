// A ray and a face → whether they meet, if the arithmetic proves it, and a time by which they do.
//
// The face is sheared along the ray's axis, so that the ray runs parallel to it, as by S. Woop, C. Benthin, I. Wald,
// "Watertight ray/triangle intersection", JCGT 2(1), 2013; here in integers. What remains is the test of a ray along an
// axis, triangles/ray-face.wgsl, which comes before, as do motion/swept-box.wgsl and what these need. The exact
// question is decided by the CPU, among the faces named.

// origin: the ray begins there, up to SWEEP_ERROR units per coordinate. ahead: 1 or −1, the direction along the axis;
// length: how far it goes along it, in units, at least 2^26.
struct ShearedRay {
  origin: vec3i,
  axis: u32,
  ahead: i32,
  length: i32,
  slopes: vec2i,
}

fn shearedRay(ray: SurfaceRay) -> ShearedRay {
  let origin = vec3i(ray.fromX, ray.fromY, ray.fromZ);
  let along = depthLast(vec3i(ray.toX, ray.toY, ray.toZ) - origin, ray.axis).z;
  return ShearedRay(origin, ray.axis, select(1, -1, along < 0), abs(along), vec2i(ray.slopeU, ray.slopeV));
}

// Greatest error of a corner of a sheared face, units per coordinate. A corner and the origin differ from the exact
// ones by OWN_ERROR and SWEEP_ERROR; the second time for the depth, times a slope of at most 1; the slope, rounded to
// 2^-31 and in f64 before, times a depth of at most 2^29: 0.26; the product's rounding: 1/2.
const SHEARED_ERROR: i32 = 2 * (OWN_ERROR + SWEEP_ERROR) + 1;

// A corner as seen from the origin: how far it is off the ray across the axis, and how far ahead along it. Corners and
// origin are within 2^28 + 1 units of the grid's origin along each axis, so differences are about 2^29 at most, the
// sums 2^30, and the sums of products in mulQ30 2^60.
fn sheared(ray: ShearedRay, corner: vec3i) -> vec3i {
  let x = depthLast(corner - ray.origin, ray.axis);
  let one = 1 << FIXED_POINT_BITS;
  return vec3i(mulQ30(vec3i(one, 0, -ray.slopes.x), x), mulQ30(vec3i(0, one, -ray.slopes.y), x), ray.ahead * x.z);
}

// meets: one of RAY_…; the sign says nothing, since the axis may run either way. latest: if they provably meet inside
// the face, the time by which they do, as a fraction of the ray's way; else NEVER.
struct RayOnFace {
  meets: i32,
  latest: f32,
}

// The face is met no farther along the axis than its last corner. That depth has an error of OWN_ERROR + SWEEP_ERROR;
// the exact length along the axis is at least ray.length − 2·SWEEP_ERROR, so the quotient grows by 2^-24 at most; two
// conversions ε each, quotient 3ε, product ε: 6ε, taken 8ε.
fn rayOnFace(ray: ShearedRay, corners: array<vec3i, 3>) -> RayOnFace {
  let a = sheared(ray, corners[0]);
  let b = sheared(ray, corners[1]);
  let c = sheared(ray, corners[2]);
  let meets = rayCrossing(vec3i(0), a, b, c, 2u, f32(SHEARED_ERROR));
  if (meets == RAY_MISSES || meets == RAY_UNDECIDED) {
    return RayOnFace(meets, NEVER);
  }
  let last = max(a.z, max(b.z, c.z)) + OWN_ERROR + SWEEP_ERROR;
  return RayOnFace(meets, f32(last) / f32(ray.length) * (1.0 + 8.0 * EPSILON));
}
