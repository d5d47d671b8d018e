// Values ≥ 0, some of them unknown → the largest, or null if one is unknown.

/** The largest value; 0 if there are none, null if one is null. */
export function largestOrNull(values: readonly (number | null)[]): number | null {
  return values.reduce((largest, value) => (largest === null || value === null ? null : Math.max(largest, value)), 0);
}
