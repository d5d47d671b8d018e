// An angle (rad) → its sine and cosine, by + − × ÷ only, so that the datasets have the same bits on every engine.

const halfPi = Math.PI / 2;

/** [sin a, cos a] within 2e-15 for |a| ≤ 10. Whole multiples of Math.PI / 2 give exact zeros and ones. */
export function sineCosine(angle: number): [number, number] {
  const quarter = Math.round(angle / halfPi);
  const a = angle - quarter * halfPi;
  const s = sineSeries(a);
  const c = cosineSeries(a);
  const turn = ((quarter % 4) + 4) % 4;
  if (turn === 0) return [s, c];
  if (turn === 1) return [c, -s];
  if (turn === 2) return [-s, -c];
  return [-c, s];
}

/** Taylor's series to a^19 and a^20: the next term is below 2^-60 for |a| ≤ π/4. */
function sineSeries(a: number): number {
  let sum = 0;
  for (let n = 19; n >= 3; n -= 2) sum = (-(a * a) / (n * (n - 1))) * (1 + sum);
  return a + a * sum;
}

function cosineSeries(a: number): number {
  let sum = 0;
  for (let n = 20; n >= 2; n -= 2) sum = (-(a * a) / (n * (n - 1))) * (1 + sum);
  return 1 + sum;
}
