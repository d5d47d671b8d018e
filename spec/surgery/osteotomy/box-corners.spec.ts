// The new corners of a cut by a box, beside fractions: each is the f64 point nearest to where three planes meet, of the
// box's sides and the block's faces.

import { expect, test } from '@jest/globals';
import Fraction from 'fraction.js';
import { createMesh, osteotomy } from '#kerf';
import { exact } from '#harness/exact-fraction.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { rigidPose } from '#harness/random-geometry.ts';
import { box } from '#spec/base/mesh/bodies.ts';

const SEED = 5350;
const SIDE = 4;

/** A point and a normal. */
type Plane = readonly [readonly number[], readonly number[]];

/** By the definition: the middle of each side as posed, each operation rounded to f64, and the pose's column. */
function sidesOf(size: readonly number[], m: readonly number[]): Plane[] {
  return [0, 1, 2].flatMap((axis) =>
    [-1, 1].map((sign): Plane => {
      const middle = [0, 0, 0];
      middle[axis] = (sign * size[axis]) / 2;
      const [x, y, z] = middle;
      return [
        [0, 1, 2].map((k) => m[k] * x + m[4 + k] * y + m[8 + k] * z + m[12 + k]),
        [0, 1, 2].map((k) => m[4 * axis + k]),
      ];
    }),
  );
}

const blockPlanes = [0, 1, 2].flatMap((axis) =>
  [0, SIDE].map((at): Plane => {
    const normal = [0, 0, 0];
    normal[axis] = 1;
    return [normal.map((x) => at * x), normal];
  }),
);

/** n·x = d in fractions. */
const equation = ([point, normal]: Plane) => ({
  n: normal.map(exact),
  d: point.reduce((sum, x, k) => sum.add(exact(x).mul(exact(normal[k]))), new Fraction(0)),
});

const determinant = (a: Fraction[], b: Fraction[], c: Fraction[]) =>
  [0, 1, 2].reduce((sum, k) => {
    const [u, v] = [(k + 1) % 3, (k + 2) % 3];
    return sum.add(a[k].mul(b[u].mul(c[v]).sub(b[v].mul(c[u]))));
  }, new Fraction(0));

/** Cramer's rule. */
function meetingOf(planes: readonly Plane[]): Fraction[] {
  const [p, q, r] = planes.map(equation);
  const whole = determinant(p.n, q.n, r.n);
  return [0, 1, 2].map((k) => {
    const [a, b, c] = [p, q, r].map(({ n, d }) => n.map((x, axis) => (axis === k ? d : x)));
    return determinant(a, b, c).div(whole);
  });
}

test(`corners of boxes, and where their edges pierce faces, are exact, rounded once (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  const { positions, faces } = box(SIDE, SIDE, SIDE);
  const block = createMesh(positions, faces);
  const counts = { corners: 0, pierced: 0, crossed: 0 };
  for (let round = 0; round < longRun(60, 8); round++) {
    const size: [number, number, number] = [1 + random(), 1 + random(), 1 + random()];
    const pose = rigidPose(random, 0);
    for (let k = 0; k < 3; k++) pose[12 + k] = SIDE * random();
    const sides = sidesOf(size, pose);
    const far = ([point, normal]: Plane, at: readonly number[]) =>
      Math.abs(at.reduce((sum, x, k) => sum + normal[k] * (x - point[k]), 0));
    for (const keep of ['outside', 'inside'] as const)
      for (const part of osteotomy(block, { boxes: [{ size, pose }], keep }))
        for (let v = 0; v < part.positions.length; v += 3) {
          const at = Array.from(part.positions.subarray(v, v + 3));
          const [ofBox, ofBlock] = [sides, blockPlanes].map((planes) =>
            planes.filter((plane) => far(plane, at) < 1e-9),
          );
          if (ofBox.length === 0) continue;
          // Crossings of the faces' diagonals lie on two planes only.
          if (ofBox.length + ofBlock.length !== 3) continue;
          counts[ofBox.length === 3 ? 'corners' : ofBox.length === 2 ? 'pierced' : 'crossed']++;
          const place = meetingOf([...ofBox, ...ofBlock]);
          for (let k = 0; k < 3; k++) {
            const error = (x: number) => exact(x).sub(place[k]).abs();
            const step = 2 ** (Math.floor(Math.log2(Math.abs(at[k]) || 1)) - 52);
            for (const other of [at[k] - step, at[k] + step])
              expect(error(at[k]).compare(error(other))).toBeLessThanOrEqual(0);
          }
        }
  }
  expect(Math.min(counts.corners, counts.pierced, counts.crossed)).toBeGreaterThan(10);
});
