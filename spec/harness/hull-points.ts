// A stream of uniform numbers → points of the kinds on which hull algorithms may fail.

import { coordinates, signed, unitVector } from './random-geometry.ts';

type Random = () => number;

export const POINT_KINDS = [
  ...(['ball', 'sphere', 'grid', 'cospherical', 'flat', 'tilted', 'nearly flat', 'collinear'] as const),
  ...(['equal', 'with duplicates', 'on a box'] as const),
];
export type PointKind = (typeof POINT_KINDS)[number];

/** n points of a kind, within about 1; `grid` and the kinds based on it are exact at any power-of-2 scale. */
export function pointsOfKind(random: Random, kind: PointKind, n: number): number[] {
  const small = (count: number) => Math.floor(count * random());
  const each = (make: (i: number) => readonly number[]) => Array.from({ length: n }, (_, i) => make(i)).flat();
  switch (kind) {
    case 'ball':
      return coordinates(random, 3 * n, 1, 0);
    case 'sphere':
      return each(() => unitVector(random));
    case 'grid':
      return each(() => [small(4), small(4), small(4)].map((x) => x / 4));
    case 'cospherical':
      // Integer points at distance 9 from the origin.
      return each(() =>
        turned(
          random,
          [
            [0, 0, 9],
            [1, 4, 8],
            [4, 4, 7],
            [3, 6, 6],
          ][small(4)],
        ),
      );
    case 'flat': {
      const axis = small(3);
      return each(() => [0, 1, 2].map((k) => (k === axis ? 0.25 : small(8) / 8)));
    }
    case 'tilted':
      // x + y + z = 0.
      return each(() => {
        const [x, y] = [small(7) - 3, small(7) - 3];
        return [x / 8, y / 8, -(x + y) / 8];
      });
    case 'nearly flat':
      return each(() => {
        const [x, y] = [signed(random), signed(random)];
        return [x, y, (0.1 * x + 0.3 * y) * (1 + (small(3) - 1) * 2 ** -52)];
      });
    case 'collinear': {
      const way = [small(5) - 2, small(5) - 2, 1];
      return each(() => {
        const t = small(9) / 8;
        return way.map((x) => t * x);
      });
    }
    case 'equal': {
      const point = unitVector(random);
      return each(() => point);
    }
    case 'with duplicates': {
      const few = Array.from({ length: 6 }, () => unitVector(random));
      return each(() => few[small(6)]);
    }
    case 'on a box':
      return each(() => {
        const axis = small(3);
        return [0, 1, 2].map((k) => (k === axis ? small(2) : random()));
      });
  }
}

function turned(random: Random, point: readonly number[]): number[] {
  const start = Math.floor(3 * random());
  return [0, 1, 2].map((k) => (point[(start + k) % 3] * (random() < 0.5 ? 1 : -1)) / 16);
}
