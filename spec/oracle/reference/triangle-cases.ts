// Seeds and symmetries → triangles whose answers must agree.

import { mulberry32 } from '#harness/random.ts';

export type Nine = readonly number[];
/** One exact motion or scaling of space, and the factor by which it multiplies lengths. */
export interface Similarity {
  readonly name: string;
  readonly factor: number;
  readonly apply: (coordinates: ArrayLike<number>) => number[];
}

/** Uniform integer corners from 0 to size − 1; about one in `flattening` is moved into the plane z = 0. */
export function gridTriangles(seed: number, size: number, flattening = 0): () => Nine {
  const random = mulberry32(seed);
  return () => {
    const corners = Array.from({ length: 9 }, () => Math.floor(size * random()));
    if (flattening > 0 && random() < 1 / flattening) corners[2] = corners[5] = corners[8] = 0;
    return corners;
  };
}

/** The six orders of a triangle's corners. */
export function cornerOrders([ax, ay, az, bx, by, bz, cx, cy, cz]: Nine): Nine[] {
  const [a, b, c] = [
    [ax, ay, az],
    [bx, by, bz],
    [cx, cy, cz],
  ];
  return [
    [a, b, c],
    [b, c, a],
    [c, a, b],
    [a, c, b],
    [c, b, a],
    [b, a, c],
  ].map((corners) => corners.flat());
}

/**
 * The identity, quarter turns about each axis, a third turn, a mirror, an integer shift, and scaling by powers of two:
 * exact on small integers.
 */
export const similarities: readonly Similarity[] = [
  { name: 'identity', factor: 1, apply: each((x, y, z) => [x, y, z]) },
  { name: 'quarter turn about x', factor: 1, apply: each((x, y, z) => [x, -z, y]) },
  { name: 'quarter turn about y', factor: 1, apply: each((x, y, z) => [z, y, -x]) },
  { name: 'quarter turn about z', factor: 1, apply: each((x, y, z) => [-y, x, z]) },
  { name: 'third turn about (1, 1, 1)', factor: 1, apply: each((x, y, z) => [z, x, y]) },
  { name: 'mirror', factor: 1, apply: each((x, y, z) => [-x, y, z]) },
  { name: 'integer shift', factor: 1, apply: each((x, y, z) => [x + 1_000_003, y - 77, z + 12_345]) },
  { name: 'times 2^-40', factor: 2 ** -40, apply: each((x, y, z) => [x * 2 ** -40, y * 2 ** -40, z * 2 ** -40]) },
  { name: 'times 2^30', factor: 2 ** 30, apply: each((x, y, z) => [x * 2 ** 30, y * 2 ** 30, z * 2 ** 30]) },
];

function each(move: (x: number, y: number, z: number) => [number, number, number]) {
  return (coordinates: ArrayLike<number>): number[] => {
    const moved: number[] = [];
    for (let i = 0; i < coordinates.length; i += 3)
      moved.push(...move(coordinates[i], coordinates[i + 1], coordinates[i + 2]));
    return moved;
  };
}
