// Copies a few numbers: V8 calls a function for each memory.copy, which takes longer than these moves.

/** Three numbers. */
export function copy3(to: usize, from: usize): void {
  v128.store(to, v128.load(from));
  store<f64>(to, load<f64>(from, 16), 16);
}

/** Six numbers. */
export function copy6(to: usize, from: usize): void {
  v128.store(to, v128.load(from));
  v128.store(to, v128.load(from, 16), 16);
  v128.store(to, v128.load(from, 32), 32);
}

/** Nine numbers. */
export function copy9(to: usize, from: usize): void {
  copy6(to, from);
  copy3(to + 48, from + 48);
}
