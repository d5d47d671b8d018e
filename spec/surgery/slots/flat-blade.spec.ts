// Which solids are prisms over convex outlines, in any pose and up to a tolerance: the flats, the outline and the bound
// by their definitions, from the dimensions that the solids were made with.

import { describe, expect, test } from '@jest/globals';
import { mulberry32 } from '#harness/random.ts';
import { rigidPose, signed } from '#harness/random-geometry.ts';
import { type Body, box, join, move, sphere } from '#spec/base/mesh/bodies.ts';
import { flatBlade } from '../../../lib/surgery/slots/flat-blade.ts';
import { holed, posed, prism, regular, thinBox } from './flat-tools.ts';

const SEED = 3309;
const TOLERANCE = 2 ** -16;
const EXACT = 1e-10;
const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

const teeth = regular(24, 10).map(([x, y], i) => (i % 2 === 0 ? [x, y] : [0.9 * x, 0.9 * y]));
const ell = [
  [-1, -1],
  [9, -1],
  [9, 1],
  [1, 1],
  [1, 9],
  [-1, 9],
];
/** One edge of a box divided, and a point within one flat, each lifted by `off`. */
function subdivided(off: number): Body {
  const outline = [
    [-20, -5],
    [0, -5 - off],
    [20, -5],
    [20, 5],
    [-20, 5],
  ];
  const body = prism(outline, 1);
  return { ...body, positions: body.positions.map((x, n) => (n === body.positions.length - 1 ? x + off : x)) };
}

const GOOD: Record<string, { body: Body; thickness: number; corners: number; area: number }> = {
  'thin box': { body: thinBox(), thickness: 0.8, corners: 4, area: 720 },
  'cube-like box': { body: box(3, 2, 4), thickness: 2, corners: 4, area: 12 },
  'hexagonal prism': { body: prism(regular(6, 10), 1), thickness: 1, corners: 6, area: 150 * Math.sqrt(3) },
  'prism of 16 corners': {
    body: prism(regular(16, 10), 0.5),
    thickness: 0.5,
    corners: 16,
    area: 800 * Math.sin(Math.PI / 8),
  },
  'box with vertices on an edge and in a flat': { body: subdivided(0), thickness: 1, corners: 4, area: 400 },
  triangle: { body: prism(regular(3, 10), 1), thickness: 1, corners: 3, area: 75 * Math.sqrt(3) },
  'long needle': { body: box(100, 1, 1.5), thickness: 1, corners: 4, area: 150 },
};

describe.each(Object.entries(GOOD))('%s', (_, { body, thickness, corners, area }) => {
  test(`in its own frame and turned, with coordinates in f64 (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    for (let round = 0; round < 12; round++) {
      const tool = posed(body, round === 0 ? IDENTITY : rigidPose(random, 50));
      const blade = flatBlade(tool, TOLERANCE);
      if (blade === null) throw new Error('no blade');
      expect(Math.hypot(...blade.normal)).toBeCloseTo(1, 14);
      expect(Math.abs(blade.high - blade.low - thickness)).toBeLessThan(EXACT);
      expect(blade.corners).toHaveLength(3 * corners);
      expect(blade.error).toBeGreaterThan(0);
      expect(blade.error).toBeLessThan(EXACT);
      const at = (i: number) => Array.from(blade.corners.subarray(3 * (i % corners), 3 * (i % corners) + 3));
      const along = (p: readonly number[]) => p.reduce((sum, x, k) => sum + x * blade.normal[k], 0);
      let twice = 0;
      for (let i = 0; i < corners; i++) {
        expect(Math.abs(along(at(i)) - blade.low)).toBeLessThan(EXACT);
        const [o, p, q] = [at(0), at(i), at(i + 1)].map((x) => x);
        const [a, b] = [p.map((x, k) => x - o[k]), q.map((x, k) => x - o[k])];
        twice += along([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]);
        // Each corner is a vertex of the tool, and so is the one over it.
        for (const lift of [0, thickness]) {
          const place = at(i).map((x, k) => x + lift * blade.normal[k]);
          const far = (n: number) => Math.hypot(...[0, 1, 2].map((k) => tool.positions[3 * n + k] - place[k]));
          const distances = Array.from({ length: tool.positions.length / 3 }, (_, n) => far(n));
          expect(Math.min(...distances)).toBeLessThan(EXACT);
        }
      }
      // Counter-clockwise seen from where the normal points.
      expect(Math.abs(twice / 2 - area)).toBeLessThan(EXACT * area);
      const reach = Math.max(
        ...Array.from({ length: tool.positions.length / 3 }, (_, n) =>
          Math.hypot(...tool.positions.subarray(3 * n, 3 * n + 3)),
        ),
      );
      expect(blade.reach).toBeGreaterThanOrEqual(reach);
      expect(blade.reach).toBeLessThan(reach * (1 + 1e-9));
    }
  });
});

test(`vertices off by less than the tolerance are within the bound, by more are refused (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  for (let round = 0; round < 20; round++) {
    const body = subdivided(0);
    const off = TOLERANCE / 4;
    const shaken = { ...body, positions: body.positions.map((x) => x + off * signed(random)) };
    const tool = posed(shaken, rigidPose(random, 20));
    const blade = flatBlade(tool, TOLERANCE);
    if (blade === null) throw new Error('no blade');
    expect(blade.corners).toHaveLength(12);
    const along = (at: ArrayLike<number>) => [0, 1, 2].reduce((sum, k) => sum + at[k] * blade.normal[k], 0);
    const farthest = Array.from({ length: tool.positions.length / 3 }, (_, n) => {
      const height = along(tool.positions.subarray(3 * n, 3 * n + 3));
      return Math.min(Math.abs(height - blade.low), Math.abs(height - blade.high));
    });
    expect(blade.error).toBeGreaterThan(Math.max(...farthest));
    // A vertex is off by √3·off at most, a corner of the prism as well, and the factor of a right angle is √3.
    expect(blade.error).toBeLessThan(Math.sqrt(3) * 2 * Math.sqrt(3) * off);
  }
  expect(flatBlade(posed(subdivided(4 * TOLERANCE), IDENTITY), TOLERANCE)).toBeNull();
  expect(flatBlade(posed(subdivided(4 * TOLERANCE), IDENTITY), 8 * TOLERANCE)?.corners).toHaveLength(12);
});

const open = { ...thinBox(), faces: thinBox().faces.slice(3) };
const inside = { ...thinBox(), faces: thinBox().faces.toReversed() };
const BAD: Record<string, Body> = {
  'toothed blade': prism(teeth, 1),
  wedge: prism(regular(4, 10), 1, 0.99),
  frustum: prism(regular(6, 10), 1, 1 - 1e-4),
  sphere: sphere(3, 5),
  'L-shaped prism': prism(ell, 1),
  'prism of 17 corners': prism(regular(17, 10), 1),
  'blade with a hole': holed(10, 3, 1),
  'blade with a small hole': holed(10, 1e-3, 1),
  'two blades': join(thinBox(), move(thinBox(), [100, 0, 0])),
  'two blades on each other': join(thinBox(), move(thinBox(), [0, 0, 5])),
  'two foils': join(box(20, 10, 1e-6), move(box(20, 10, 1e-6), [0, 0, 1])),
  'open box': open,
  'box turned inside out': inside,
  'blade with a cavity': join(thinBox(), move({ ...thinBox(), faces: thinBox().faces.toReversed() }, [0, 0, 0], 0.5)),
};

test.each(Object.entries(BAD))('%s is refused', (_, body) => {
  const random = mulberry32(SEED);
  expect(flatBlade(posed(body, IDENTITY), TOLERANCE)).toBeNull();
  expect(flatBlade(posed(body, rigidPose(random, 20)), TOLERANCE)).toBeNull();
});
