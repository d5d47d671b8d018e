// f64 → the nearest f32 on the wanted side.

const RELATIVE_STEP = 2 ** -23;
const SMALLEST_STEP = 2 ** -149;

/**
 * Greatest-or-near f32 ≤ x: never above x, at most two steps below. x in the range of coordinates (bounds.ts), where no
 * f32 overflows.
 */
export function f32Below(x: number): number {
  const rounded = Math.fround(x);
  return rounded <= x ? rounded : Math.fround(rounded - (Math.abs(rounded) * RELATIVE_STEP + SMALLEST_STEP));
}

/** Least-or-near f32 ≥ x: never below x, at most two steps above. x in the range of coordinates. */
export function f32Above(x: number): number {
  const rounded = Math.fround(x);
  return rounded >= x ? rounded : Math.fround(rounded + (Math.abs(rounded) * RELATIVE_STEP + SMALLEST_STEP));
}
