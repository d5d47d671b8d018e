// Distances of a triangle's corners from a plane → the mean magnitude over it, and the fraction of it that is near.
//
// The distance d is linear over the triangle. With l ≤ m ≤ h at its corners, the part of its area where d ≤ q is
//
//   0                                for q < l
//   (q − l)² / ((h − l)(m − l))      for l ≤ q < m      the triangle at the lowest corner, its sides cut at q
//   1 − (h − q)² / ((h − l)(h − m))  for m ≤ q < h      all but the triangle at the highest corner
//   1                                for h ≤ q
//
// The mean of d over a triangle is the mean at its corners. If d changes sign, one corner, with distance e, is alone on
// its side. A triangle there has the fraction s = e² / ((e − f)(e − g)) of the area, and |d| has the mean |e|/3 over
// it. So |d| has the mean |e + f + g|/3 if d does not change sign, and else
//
//   mean |d| = |(e + f + g)/3 − s·e/3| + s·|e|/3

/** The mean of |d| over the triangle. */
export function meanAbsolute(a: number, b: number, c: number): number {
  const low = Math.min(a, b, c);
  const high = Math.max(a, b, c);
  const sum = a + b + c;
  if (low >= 0 || high <= 0) return Math.abs(sum) / 3;
  const f = sum - low - high;
  const [e, g] = f > 0 ? [low, high] : [high, low];
  const share = (e / (e - f)) * (e / (e - g));
  return Math.abs(sum - share * e) / 3 + (share * Math.abs(e)) / 3;
}

/** The fraction of the triangle's area where |d| ≤ limit. @param limit ≥ 0. */
export function areaWithin(a: number, b: number, c: number, limit: number): number {
  const low = Math.min(a, b, c);
  const high = Math.max(a, b, c);
  if (low >= -limit && high <= limit) return 1;
  const middle = a + b + c - low - high;
  return areaBelow(low, middle, high, limit) - areaBelow(low, middle, high, -limit);
}

function areaBelow(low: number, middle: number, high: number, q: number): number {
  if (q < low) return 0;
  if (q >= high) return 1;
  return q < middle
    ? ((q - low) / (high - low)) * ((q - low) / (middle - low))
    : 1 - ((high - q) / (high - low)) * ((high - q) / (high - middle));
}
