// Positive x and y → the power law y = constant · x^order that best fits their logarithms, by least squares.

interface PowerLaw {
  readonly order: number;
  readonly constant: number;
  /** Coefficient of determination of log y: 1 on a line, and if log y does not vary. */
  readonly r2: number;
}

/** undefined for fewer than three points, or a single x: two points lie on some line whatever the law. */
export function fitPowerLaw(x: readonly number[], y: readonly number[]): PowerLaw | undefined {
  if (x.length < 3) return undefined;
  const u = x.map(Math.log);
  const v = y.map(Math.log);
  const [meanU, meanV] = [mean(u), mean(v)];
  const suu = sum(u.map((value) => (value - meanU) ** 2));
  const suv = sum(u.map((value, i) => (value - meanU) * (v[i] - meanV)));
  const svv = sum(v.map((value) => (value - meanV) ** 2));
  if (suu === 0) return undefined;
  const order = suv / suu;
  const constant = Math.exp(meanV - order * meanU);
  return { order, constant, r2: svv === 0 ? 1 : (suv * suv) / (suu * svv) };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}
