// Polygons → n − 2 triangles over the same corners: same area vector, same side, no overlap, whichever corner comes
// first.

import { describe, expect, test } from '@jest/globals';
import { readMesh } from '#io';
import { refusal } from '#harness/io-errors.ts';
import { bytesOf } from '#harness/io-volumes.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';

type Point = readonly [number, number];

const SHAPES: Readonly<Record<string, readonly Point[]>> = {
  triangle: [
    [0, 0],
    [2, 0],
    [0, 1],
  ],
  square: [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ],
  dart: [
    [0, 0],
    [4, 2],
    [0, 4],
    [1, 2],
  ],
  'L with points on its edges': [
    [0, 0],
    [1, 0],
    [2, 0],
    [2, 1],
    [1, 1],
    [1, 2],
    [0, 2],
    [0, 1],
  ],
  U: [
    [0, 0],
    [5, 0],
    [5, 4],
    [4, 4],
    [4, 1],
    [1, 1],
    [1, 4],
    [0, 4],
  ],
  comb: [
    [0, 0],
    [7, 0],
    [7, 5],
    [6, 5],
    [6, 1],
    [5, 1],
    [5, 5],
    [4, 5],
    [4, 1],
    [3, 1],
    [3, 5],
    [2, 5],
    [2, 1],
    [1, 1],
    [1, 5],
    [0, 5],
  ],
  star: Array.from({ length: 14 }, (_, i) => {
    const radius = i % 2 === 0 ? 5 : 1;
    return [radius * Math.cos((Math.PI * i) / 7), radius * Math.sin((Math.PI * i) / 7)];
  }),
};
/** Planes in which the shapes are laid: two axes each, facing every main direction. */
const PLANES: readonly (readonly [readonly number[], readonly number[]])[] = [
  [
    [1, 0, 0],
    [0, 1, 0],
  ],
  [
    [0, 1, 0],
    [1, 0, 0],
  ],
  [
    [0, 1, 0],
    [0, 0, 1],
  ],
  [
    [0, 0, 1],
    [1, 0, 0],
  ],
  [
    [0.36, 0.48, -0.8],
    [-0.8, 0.6, 0],
  ],
];

function triangulated(shape: readonly Point[], [u, v]: (typeof PLANES)[number]) {
  const lines = shape.map(([a, b]) => `v ${[0, 1, 2].map((k) => a * u[k] + b * v[k]).join(' ')}`);
  return readMesh(bytesOf(`${lines.join('\n')}\nf ${shape.map((_, i) => i + 1).join(' ')}\n`), 'obj');
}
const area = (a: Point, b: Point, c: Point): number =>
  ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2;
const polygonArea = (shape: readonly Point[]): number =>
  shape.reduce((sum, point, i) => sum + area([0, 0], point, shape[(i + 1) % shape.length]), 0);

describe.each(Object.keys(SHAPES))('%s', (name) => {
  test.each(PLANES)('in the plane %p %p, from every first corner', (...plane) => {
    for (let turn = 0; turn < SHAPES[name].length; turn++) {
      const shape = [...SHAPES[name].slice(turn), ...SHAPES[name].slice(0, turn)];
      const { faces } = triangulated(shape, plane);
      expect(faces.length).toBe(3 * (shape.length - 2));
      const areas = Array.from({ length: faces.length / 3 }, (_, i) =>
        area(shape[faces[3 * i]], shape[faces[3 * i + 1]], shape[faces[3 * i + 2]]),
      );
      // No triangle is flipped, and together they have the polygon's area: so they cover it once.
      for (const part of areas) expect(part).toBeGreaterThan(-1e-12);
      expect(areas.reduce((sum, part) => sum + part, 0)).toBeCloseTo(polygonArea(shape), 10);
    }
  });
});

test('random star-shaped polygons of 4 to 40 corners (seed 9), most of them concave', () => {
  const random = mulberry32(9);
  let concave = 0;
  for (let trial = 0; trial < longRun(200, 48); trial++) {
    const n = 4 + Math.floor(37 * random());
    const shape = Array.from({ length: n }, (_, i): Point => {
      const radius = 1 + 9 * random();
      return [radius * Math.cos((2 * Math.PI * i) / n), radius * Math.sin((2 * Math.PI * i) / n)];
    });
    if (shape.some((b, i) => area(shape[(i + n - 1) % n], b, shape[(i + 1) % n]) < 0)) concave++;
    const { faces } = triangulated(shape, PLANES[trial % PLANES.length]);
    let sum = 0;
    for (let i = 0; i < faces.length; i += 3) {
      const part = area(shape[faces[i]], shape[faces[i + 1]], shape[faces[i + 2]]);
      expect(part).toBeGreaterThan(-1e-12);
      sum += part;
    }
    expect(faces.length).toBe(3 * (n - 2));
    expect(sum).toBeCloseTo(polygonArea(shape), 9);
  }
  expect(concave).toBeGreaterThan(longRun(150, 36));
});

test('a polygon that crosses itself is refused', () => {
  const bowTie: Point[] = [
    [0, 0],
    [4, 4],
    [4, 0],
    [0, 3],
  ];
  expect(refusal(() => triangulated(bowTie, PLANES[0]))).toBe('UNSUPPORTED');
});

test('a polygon without area keeps all its corners', () => {
  expect(
    triangulated(
      [
        [0, 0],
        [1, 0],
        [2, 0],
        [3, 0],
      ],
      PLANES[0],
    ).faces.length,
  ).toBe(6);
});
