// f64 → the nearest f32 on the wanted side.

const RELATIVE_STEP = 2 ** -23;
const SMALLEST_STEP = 2 ** -149;

/**
 * An f32 that is never above x and at most two steps below it. x is in the range of coordinates (bounds.ts), where no
 * f32 overflows.
 */
export function f32Below(x: number): number {
  const rounded = Math.fround(x);
  return rounded <= x ? rounded : Math.fround(rounded - (Math.abs(rounded) * RELATIVE_STEP + SMALLEST_STEP));
}

/** An f32 that is never below x and at most two steps above it. x is in the range of coordinates. */
export function f32Above(x: number): number {
  const rounded = Math.fround(x);
  return rounded >= x ? rounded : Math.fround(rounded + (Math.abs(rounded) * RELATIVE_STEP + SMALLEST_STEP));
}
