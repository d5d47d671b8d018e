// Copies a few numbers: V8 calls a function for each memory.copy, which takes longer than these moves.

function copy2(to: usize, from: usize): void {
  if (ASC_FEATURE_SIMD) v128.store(to, v128.load(from));
  else {
    store<f64>(to, load<f64>(from));
    store<f64>(to, load<f64>(from, 8), 8);
  }
}

/** Three numbers. */
export function copy3(to: usize, from: usize): void {
  copy2(to, from);
  store<f64>(to, load<f64>(from, 16), 16);
}

/** Six numbers. */
export function copy6(to: usize, from: usize): void {
  copy2(to, from);
  copy2(to + 16, from + 16);
  copy2(to + 32, from + 32);
}

/** Nine numbers. */
export function copy9(to: usize, from: usize): void {
  copy6(to, from);
  copy3(to + 48, from + 48);
}
