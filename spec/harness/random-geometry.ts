// A stream of uniform numbers → random points, poses and triangles of the kinds that specs need.

type Random = () => number;

/** Uniform in [−1, 1). */
export function signed(random: Random): number {
  return 2 * random() - 1;
}

/** Coordinates within ±size about an offset. */
export function coordinates(random: Random, count: number, size: number, offset: number): number[] {
  return Array.from({ length: count }, () => offset + size * signed(random));
}

export function unitVector(random: Random): [number, number, number] {
  for (;;) {
    const v: [number, number, number] = [signed(random), signed(random), signed(random)];
    const length = Math.hypot(...v);
    if (length > 0.1 && length <= 1) return [v[0] / length, v[1] / length, v[2] / length];
  }
}

/** 16 numbers, column-major: a random rotation and translation, orthonormal up to a few roundings. */
export function rigidPose(random: Random, reach: number): number[] {
  const x = unitVector(random);
  let y = unitVector(random);
  const along = x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
  y = [y[0] - along * x[0], y[1] - along * x[1], y[2] - along * x[2]];
  const length = Math.hypot(...y);
  if (length < 0.01) return rigidPose(random, reach);
  y = [y[0] / length, y[1] / length, y[2] / length];
  const z = [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]];
  return [...x, 0, ...y, 0, ...z, 0, reach * signed(random), reach * signed(random), reach * signed(random), 1];
}

/** A rigid pose times I + S, with S symmetric and its entries given (xx, yy, zz, xy, xz, yz): RᵀR − I is 2S + S². */
export function strained(pose: readonly number[], [xx, yy, zz, xy, xz, yz]: readonly number[]): number[] {
  const strain = [
    [1 + xx, xy, xz],
    [xy, 1 + yy, yz],
    [xz, yz, 1 + zz],
  ];
  const out = [...pose];
  for (let column = 0; column < 3; column++)
    for (let row = 0; row < 3; row++)
      out[4 * column + row] =
        pose[row] * strain[0][column] + pose[4 + row] * strain[1][column] + pose[8 + row] * strain[2][column];
  return out;
}

/** The six orders of a triangle's three corners, as offsets into nine numbers. */
export const CORNER_ORDERS: readonly (readonly [number, number, number])[] = [
  [0, 3, 6],
  [3, 6, 0],
  [6, 0, 3],
  [0, 6, 3],
  [6, 3, 0],
  [3, 0, 6],
];

export type TriangleKind = 'generic' | 'grid' | 'coplanar' | 'touching' | 'near-parallel' | 'sliver' | 'zero-area';

/**
 * Two triangles of nine numbers each, close enough that many pairs meet. They are multiplied by `scale`, then `offset`
 * is added.
 */
export function trianglePair(random: Random, kind: TriangleKind, scale = 1, offset = 0): [Float64Array, Float64Array] {
  const [a, b] = unitPair(random, kind);
  return [Float64Array.from(a, (x) => scale * x + offset), Float64Array.from(b, (x) => scale * x + offset)];
}

function unitPair(random: Random, kind: TriangleKind): [number[], number[]] {
  const small = (n: number) => Math.floor(n * random());
  const a = coordinates(random, 9, 1, 0);
  const b = coordinates(random, 9, 1, 0);
  if (kind === 'generic') return [a, b];
  if (kind === 'grid') return [a.map(() => small(5)), b.map(() => small(5))];
  if (kind === 'coplanar') {
    const axis = small(3);
    const flat = (i: number) => (i % 3 === axis ? 1 : small(9));
    return [a.map((_, i) => flat(i)), b.map((_, i) => flat(i))];
  }
  if (kind === 'touching') {
    // Two corners of b on a: a corner and a dyadic point of an edge; the third is anywhere.
    const i = 3 * small(3);
    const j = 3 * small(3);
    for (let k = 0; k < 3; k++) {
      b[k] = a[i + k];
      b[3 + k] = (a[i + k] + a[j + k]) / 2;
    }
    return [a, b];
  }
  if (kind === 'near-parallel') {
    const tilt = 2 ** -(10 + small(45));
    const [u, v] = [signed(random), signed(random)];
    const shift = signed(random) * 0.3;
    for (let i = 0; i < 9; i += 3) {
      a[i + 2] = 0.5 * a[i] + 0.25 * a[i + 1];
      b[i + 2] = 0.5 * b[i] + 0.25 * b[i + 1] + tilt * (u * b[i] + v * b[i + 1] + shift);
    }
    return [a, b];
  }
  if (kind === 'sliver') {
    // Length 2, height about 1e-8; half of them pass through or near a point of the other's long edge.
    for (const t of random() < 0.5 ? [b] : [a, b]) {
      if (t === b && random() < 0.5) {
        const [along, aside] = [random(), random()];
        for (let k = 0; k < 3; k++) {
          const through = a[k] + along * (a[3 + k] - a[k]) + 3e-9 * signed(random);
          t[3 + k] = through + aside * (through - t[k]);
        }
      }
      const s = random();
      for (let k = 0; k < 3; k++) t[6 + k] = t[k] + s * (t[3 + k] - t[k]) + 1e-8 * signed(random);
    }
    return [a, b];
  }
  // Zero area: collinear small integers, or three equal corners, paired with a grid triangle or another of zero area.
  for (let k = 0; k < 9; k++) [a[k], b[k]] = [small(5), small(5)];
  const isPoint = random() < 0.2;
  for (const t of random() < 0.5 ? [a] : [a, b])
    for (let k = 0; k < 3; k++) {
      const start = small(4);
      const step = isPoint ? 0 : small(3) - 1;
      t[k] = start;
      t[3 + k] = start + 2 * step;
      t[6 + k] = start + step;
    }
  return [a, b];
}
