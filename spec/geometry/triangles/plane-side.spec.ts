// planeSide, lineSide, sideAlong and openAxis against their definitions in integers: signs, not sizes, for points in
// any position.

import { describe, expect, test } from '@jest/globals';
import { orient3d } from 'robust-predicates';
import { lineSide, openAxis, planeSide, sideAlong } from '#triangles/plane-side.ts';
import { cross, dot, type IntegerPoint, minus, onGrid, pointAt } from '#harness/exact-grid.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { type TriangleKind, trianglePair } from '#harness/random-geometry.ts';

const SEED = 46;
const kinds: TriangleKind[] = ['generic', 'grid', 'coplanar', 'near-parallel', 'sliver', 'zero-area'];
const places: [number, number][] = [
  [1e-3, 0],
  [1, 0],
  [1e3, 0],
  [1, 1e5],
];

/** Pairs of triangles: six points in one array, as f64 and on a grid. */
function* pointSets(random: () => number): Generator<{ P: Float64Array; exact: IntegerPoint[] }> {
  for (const [scale, offset] of places)
    for (let i = 0; i < longRun(600, 120); i++) {
      const P = Float64Array.from(trianglePair(random, kinds[i % kinds.length], scale, offset).flatMap((t) => [...t]));
      const { values } = onGrid(P);
      yield { P, exact: [0, 3, 6, 9, 12, 15].map((at) => pointAt(values, at)) };
    }
}

function signOf(x: bigint): number {
  return x > 0n ? 1 : x < 0n ? -1 : 0;
}

describe('the sign', () => {
  test(`of planeSide is that of ((b−a)×(c−a))·(p−a), of lineSide that of ((q−p)×(a−p))·(b−p) (seed ${SEED})`, () => {
    const seen = new Map<number, number>();
    for (const { P, exact } of pointSets(mulberry32(SEED))) {
      const [a, b, c, p] = exact;
      // Both are the sign of the same four points, in the order of the arguments.
      const sign = signOf(dot(cross(minus(b, a), minus(c, a)), minus(p, a)));
      const found = [planeSide(P, 0, 3, 6, P, 9), lineSide(P, 0, 3, P, 6, 9)].map((side) => Math.sign(side) + 0);
      const [ax, ay, az, bx, by, bz, cx, cy, cz, dx, dy, dz] = P;
      // Not only the sign: sizes are used to interpolate a crossing.
      expect(planeSide(P, 0, 3, 6, P, 9) + orient3d(ax, ay, az, bx, by, bz, cx, cy, cz, dx, dy, dz)).toBe(0);
      if (found.some((side) => side !== sign)) throw new Error(`${found}, exactly ${sign}: ${P.subarray(0, 12)}`);
      seen.set(sign, (seen.get(sign) ?? 0) + 1);
    }
    for (const sign of [-1, 0, 1]) expect(seen.get(sign)).toBeGreaterThan(longRun(300, 60));
  });

  test(`of sideAlong is that of (q−p)×(r−p) along the axis (seed ${SEED})`, () => {
    const seen = new Map<number, number>();
    for (const { P, exact } of pointSets(mulberry32(SEED))) {
      const normal = cross(minus(exact[1], exact[0]), minus(exact[2], exact[0]));
      for (let axis = 0; axis < 3; axis++) {
        const sign = signOf(normal[axis]);
        const found = Math.sign(sideAlong(axis, P, 0, 3, 6)) + 0;
        if (found !== sign) throw new Error(`axis ${axis}: ${found}, exactly ${sign}: ${P.subarray(0, 9)}`);
        seen.set(sign, (seen.get(sign) ?? 0) + 1);
      }
    }
    for (const sign of [-1, 0, 1]) expect(seen.get(sign)).toBeGreaterThan(longRun(300, 60));
  });

  test('by hand: counter-clockwise seen from the point, from the far end of an axis', () => {
    const P = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 5);
    expect(planeSide(P, 0, 3, 6, P, 9)).toBeGreaterThan(0);
    expect(planeSide(P, 0, 6, 3, P, 9)).toBeLessThan(0);
    expect(lineSide(P, 0, 3, P, 6, 9)).toBeGreaterThan(0);
    expect(sideAlong(2, P, 0, 3, 6)).toBeGreaterThan(0);
    expect(sideAlong(0, P, 0, 6, 9)).toBeGreaterThan(0);
    expect(sideAlong(1, P, 0, 9, 3)).toBeGreaterThan(0);
  });
});

test(`openAxis is −1 where the area is exactly 0, else an axis along which the triangle is no line (seed ${SEED})`, () => {
  const seen = new Map<number, number>();
  for (const { P, exact } of pointSets(mulberry32(SEED))) {
    const normal = cross(minus(exact[1], exact[0]), minus(exact[2], exact[0]));
    const axis = openAxis(P, 0, 3, 6);
    const isFlat = normal.every((x) => x === 0n);
    if (isFlat ? axis !== -1 : !(axis >= 0 && normal[axis] !== 0n))
      throw new Error(`axis ${axis}: ${P.subarray(0, 9)}`);
    seen.set(axis, (seen.get(axis) ?? 0) + 1);
  }
  for (const axis of [-1, 0, 1, 2]) expect(seen.get(axis)).toBeGreaterThan(longRun(100, 20));
});
