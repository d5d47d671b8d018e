// planeFraction and lineFraction against the fraction in integers: the resulting point is as near to the exact one as
// isCrossingKnown promises.

import { describe, expect, test } from '@jest/globals';
import { UNIT_ROUNDOFF } from '#core';
import { lineFraction, planeFraction } from '#triangles/crossing-fraction.ts';
import { planeSide, sideAlong } from '#triangles/plane-side.ts';
import { cross, dot, type IntegerPoint, minus, onGrid, pointAt, quotient } from '#harness/exact-grid.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { coordinates, signed } from '#harness/random-geometry.ts';

const SEED = 47;
const EDGES = longRun(3000, 450);
const places: [number, number][] = [
  [1e-3, 0],
  [1, 0],
  [1e3, 0],
  [1, 1e5],
];

/** Corners 0 and 1 are the edge's ends; the plane's or line's corners begin at 2. */
function cornersOf(P: Float64Array): IntegerPoint[] {
  const { values } = onGrid(P);
  return Array.from({ length: P.length / 3 }, (_, i) => pointAt(values, 3 * i));
}

/** The largest coordinate difference between the edge's ends, and between any two corners. */
function extents(P: Float64Array): { edge: number; all: number } {
  let [edge, all] = [0, 0];
  for (let i = 3; i < P.length; i++) {
    if (i < 6) edge = Math.max(edge, Math.abs(P[i] - P[i - 3]));
    for (let j = i % 3; j < i; j += 3) all = Math.max(all, Math.abs(P[i] - P[j]));
  }
  return { edge, all };
}

/**
 * An edge through a plane or along a line: at some weights of corners, lifted by heights from rounding size upwards.
 */
function edgeAcross(random: () => number, corners: number[], scale: number): number[] {
  const height = scale * 10 ** (-17 * random());
  return [-1, 1].flatMap((side) => {
    const weights = [1.5 * signed(random), 1.5 * signed(random)];
    const count = corners.length / 3;
    return [0, 1, 2].map((k) => {
      let x = corners[k];
      for (let c = 1; c < count; c++) x += weights[c - 1] * (corners[3 * c + k] - corners[k]);
      return x + side * height * random();
    });
  });
}

describe('the crossing of an edge', () => {
  test.each(places)(`with a plane, at scale %d, offset %d: within 2^13·u·m (seed ${SEED})`, (scale, offset) => {
    const random = mulberry32(SEED);
    let parallel = 0;
    let judged = 0;
    for (let i = 0; i < EDGES; i++) {
      const plane = coordinates(random, 9, scale, offset);
      const P = Float64Array.from([...edgeAcross(random, plane, scale), ...plane]);
      const [s, t] = [planeSide(P, 6, 9, 12, P, 0), planeSide(P, 6, 9, 12, P, 3)];
      if (s > 0 === t > 0 || s === 0 || t === 0) continue;
      judged++;
      const [p, q, a, b, c] = cornersOf(P);
      const normal = cross(minus(b, a), minus(c, a));
      const [from, to] = [p, q].map((x) => dot(normal, minus(x, a)));
      const { edge, all } = extents(P);
      const found = planeFraction(P, 0, 3, 6, s, t);
      const off = Math.abs(found - quotient(from, from - to)) * edge;
      if (!(off <= 2 ** 13 * UNIT_ROUNDOFF * all)) throw new Error(`${found} is off by ${off}: ${P}`);
      if (Math.abs(s - t) < 2 ** -20 * edge * all * all) parallel++;
    }
    expect(judged).toBeGreaterThan(EDGES / 3);
    expect(parallel).toBeGreaterThan(EDGES / 15);
  });

  test.each(places)(
    `with a line of its plane, seen along any axis, at scale %d, offset %d: within 2^10·u·m (seed ${SEED})`,
    (scale, offset) => {
      const random = mulberry32(SEED);
      let parallel = 0;
      let judged = 0;
      for (let i = 0; i < EDGES; i++) {
        const axis = i % 3;
        const line = coordinates(random, 6, scale, offset);
        const P = Float64Array.from([...edgeAcross(random, line, scale), ...line]);
        for (let k = axis; k < 12; k += 3) P[k] = offset;
        const [s, t] = [sideAlong(axis, P, 6, 9, 0), sideAlong(axis, P, 6, 9, 3)];
        if (s > 0 === t > 0 || s === 0 || t === 0) continue;
        judged++;
        const [p, q, a, b] = cornersOf(P);
        const [from, to] = [p, q].map((x) => cross(minus(b, a), minus(x, a))[axis]);
        const { edge, all } = extents(P);
        const found = lineFraction(axis, P, 0, 3, 6, 9);
        const off = Math.abs(found - quotient(from, from - to)) * edge;
        if (!(off <= 2 ** 10 * UNIT_ROUNDOFF * all)) throw new Error(`${found} is off by ${off}: ${P}`);
        if (Math.abs(s - t) < 2 ** -20 * edge * all) parallel++;
      }
      expect(judged).toBeGreaterThan(EDGES / 3);
      expect(parallel).toBeGreaterThan(EDGES / 15);
    },
  );

  test('at an end is that end', () => {
    const P = Float64Array.of(1, 1, 0, 1, 1, 4, 0, 0, 0, 9, 0, 0, 0, 9, 0);
    expect(planeFraction(P, 0, 3, 6, 0, 4)).toBe(0);
    expect(planeFraction(P, 3, 0, 6, 4, 0)).toBe(1);
    const Q = Float64Array.of(1, 0, 0, 1, 4, 0, 0, 0, 0, 9, 0, 0);
    expect(lineFraction(2, Q, 0, 3, 6, 9)).toBe(0);
    expect(lineFraction(2, Q, 3, 0, 6, 9)).toBe(1);
  });

  test('between the largest and the least coordinates, whose integers no f64 holds: a third of the way', () => {
    const [large, least] = [2 ** 120, 2 ** -250 * (1 + 2 ** -52)];
    const P = Float64Array.of(0, 0, -(2 ** 100), large, 0, 2 ** 101, 0, 0, 0, large, least, 0, 0, large, 0);
    const [s, t] = [planeSide(P, 6, 9, 12, P, 0), planeSide(P, 6, 9, 12, P, 3)];
    expect(planeFraction(P, 0, 3, 6, s, t)).toBeCloseTo(1 / 3, 14);
  });
});
