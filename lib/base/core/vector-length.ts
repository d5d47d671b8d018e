// A vector → its length, without overflow or underflow of the squares, the same bits on every engine.

/**
 * The components are scaled by the largest one, and their squares are summed with compensation (W. Kahan, 1965), as
 * V8's Math.hypot does.
 */
export function vectorLength(x: number, y: number, z: number): number {
  const [a, b, c] = [Math.abs(x), Math.abs(y), Math.abs(z)];
  const largest = Math.max(a, b, c);
  if (largest === 0) return 0;
  const [u, v, w] = [a / largest, b / largest, c / largest];
  const first = u * u;
  const second = first + v * v;
  const lost = second - first - v * v;
  return Math.sqrt(second + (w * w - lost)) * largest;
}
