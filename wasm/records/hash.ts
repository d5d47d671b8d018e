// Three numbers → a hash of their bits.

/** ≥ 0. The factors are odd, and short enough to be exact as double literals. */
export function hashOf(x: f64, y: f64, z: f64): i32 {
  let hash = reinterpret<u64>(x) * 0x9e3779b97f4a7;
  hash ^= (reinterpret<u64>(y) * 0xc2b2ae3d27d4f) << 1;
  hash ^= (reinterpret<u64>(z) * 0x165667b19e377) << 2;
  hash ^= hash >>> 32;
  hash *= 0x7feb352d7feb3;
  return <i32>(hash >>> 33);
}
