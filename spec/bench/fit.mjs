// Sizes and times → the exponent p of time ≈ c · size^p.

/** The slope of the least-squares line through (log x, log y). */
export function powerExponent(xs, ys) {
  const u = xs.map(Math.log);
  const v = ys.map(Math.log);
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [mu, mv] = [mean(u), mean(v)];
  const covariance = u.reduce((sum, value, i) => sum + (value - mu) * (v[i] - mv), 0);
  const variance = u.reduce((sum, value) => sum + (value - mu) ** 2, 0);
  return covariance / variance;
}
