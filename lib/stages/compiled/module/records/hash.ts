// Three numbers → a hash of their bits.

/** ≥ 0. In 32 bits: without WebAssembly there are no wider integers. */
export function hashOf(x: f64, y: f64, z: f64): i32 {
  let hash = mixed(0, x);
  hash = mixed(hash, y);
  hash = mixed(hash, z);
  hash ^= hash >>> 16;
  hash *= 0x7feb352d;
  return <i32>((hash ^ (hash >>> 15)) & 0x7fffffff);
}

/** MurmurHash3's mixing of a number's two words (A. Appleby, 2011). */
function mixed(hash: u32, x: f64): u32 {
  const bits = reinterpret<u64>(x);
  let word = <u32>bits * 0xcc9e2d51;
  hash ^= rotl(word, 15) * 0x1b873593;
  hash = rotl(hash, 13) * 5 + 0xe6546b64;
  word = <u32>(bits >>> 32) * 0xcc9e2d51;
  hash ^= rotl(word, 15) * 0x1b873593;
  return rotl(hash, 13) * 5 + 0xe6546b64;
}
