// Numbers → their text on the pages.

/** Four digits, with an exponent for small numbers. */
export function short(value: number): string {
  if (value !== 0 && Math.abs(value) < 1e-3) return value.toExponential(2);
  return String(Number(value.toPrecision(4)));
}

/** Nine digits, enough to distinguish the ends of a narrow bracket. */
export function precise(value: number): string {
  return String(Number(value.toPrecision(9)));
}

export function orNone(value: number | null, none: string): string {
  return value === null ? none : short(value);
}

export function interval(low: number, high: number, write: (value: number) => string): string {
  return `[${write(low)}, ${write(high)}]`;
}

export function point(coordinates: readonly number[]): string {
  return `(${coordinates.map((value) => value.toFixed(3)).join(', ')})`;
}
