// Points → their coordinates about a centre, so that a search loses no precision to their distance from the origin.

/** @param origin x, y, z, mm; the middle of the points' extents unless given. */
export function nearOrigin(
  points: Float64Array,
  origin = middleOf(points),
): { readonly local: Float64Array; readonly origin: Float64Array } {
  return { local: points.map((x, i) => x - origin[i % 3]), origin };
}

/** The largest magnitude among some numbers. */
export function largestOf(numbers: Float64Array): number {
  return numbers.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
}

function middleOf(points: Float64Array): Float64Array {
  return Float64Array.from({ length: 3 }, (_, k) => {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let i = k; i < points.length; i += 3) {
      low = Math.min(low, points[i]);
      high = Math.max(high, points[i]);
    }
    return low / 2 + high / 2;
  });
}
