// Seed → a repeatable stream of uniform numbers in [0, 1).

/** T. Ettinger's mulberry32: 32 bits of state, period 2^32. Only the low 32 bits of the seed count. */
export function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
