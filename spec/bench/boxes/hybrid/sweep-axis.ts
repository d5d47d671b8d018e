// Boxes → the axis along which a sweep separates them best.
//
// Of the centres' covariances: `spread` takes the axis of the greatest variance; `principal` the axis nearest to the
// direction of the greatest variance. They differ if the centres lie along a diagonal.

/** Steps of the power method: it affects only the time. */
const STEPS = 50;

export function sweepAxis(local: Float32Array, by: 'spread' | 'principal'): number {
  const c = covariances(local);
  return by === 'spread' ? greatest([c[0][0], c[1][1], c[2][2]]) : greatest(principal(c));
}

/** Of the boxes' centres, times 4. */
function covariances(local: Float32Array): number[][] {
  const count = local.length / 6;
  const mean = [0, 0, 0];
  for (let i = 0; i < local.length; i += 6)
    for (let k = 0; k < 3; k++) mean[k] += (local[i + k] + local[i + 3 + k]) / count;
  const sums = new Float64Array(9);
  for (let i = 0; i < local.length; i += 6) {
    const x = local[i] + local[i + 3] - mean[0];
    const y = local[i + 1] + local[i + 4] - mean[1];
    const z = local[i + 2] + local[i + 5] - mean[2];
    sums[0] += x * x;
    sums[1] += x * y;
    sums[2] += x * z;
    sums[4] += y * y;
    sums[5] += y * z;
    sums[8] += z * z;
  }
  return [
    [sums[0], sums[1], sums[2]],
    [sums[1], sums[4], sums[5]],
    [sums[2], sums[5], sums[8]],
  ].map((row) => row.map((sum) => sum / count));
}

/** The direction of the greatest variance, by the power method from the longest column. */
function principal(c: readonly number[][]): number[] {
  const longest = greatest(c.map((row) => Math.hypot(...row)));
  let v = c[longest];
  for (let step = 0; step < STEPS; step++) {
    const w = c.map((row) => row[0] * v[0] + row[1] * v[1] + row[2] * v[2]);
    const length = Math.hypot(...w);
    if (!(length > 0)) return v;
    v = w.map((x) => x / length);
  }
  return v;
}

function greatest(values: readonly number[]): number {
  const sizes = values.map(Math.abs);
  return Math.max(0, sizes.indexOf(Math.max(...sizes)));
}
