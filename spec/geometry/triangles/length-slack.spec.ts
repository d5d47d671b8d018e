// lengthSlack: random search and hill climbing look for the inputs whose rounding comes nearest to it, for lattice
// points and for distances; none exceeds it.

import { describe, expect, test } from '@jest/globals';
import { lengthSlack } from '#core';
import { pointTriangleSquaredDistance, roundedSquareRoot, triangleTriangleSquaredDistance } from '#reference';
import { LATTICE } from '#records';
import { leafCorners } from '#subdivide';
import { PAIR_LOWER, PAIR_SQUARED, TRIANGLE_DISTANCE_SIZE, TriangleDistance, TrianglePair } from '#triangles';
import { LOWER, POINT_TRIANGLE_SIZE, pointTriangle, SQUARED } from '#triangles/point-triangle.ts';
import { dot, minus, onGrid, pointAt, quotient } from '#harness/exact-grid.ts';
import { climb } from '#harness/hill-climbing.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { coordinates, signed } from '#harness/random-geometry.ts';

const loaded = new TrianglePair();
const SEED = 38;

function slackOf(x: readonly number[]): number {
  return lengthSlack(Math.max(...x.map(Math.abs)));
}

/** Distance of the computed corner of a sub-triangle from the exact one. x: three vertices; i, j of n. */
function latticeRatio(x: number[], i: number, j: number, n: number): number {
  const out = new Float64Array(9);
  const part = LATTICE / n;
  leafCorners(Float64Array.from(x), Int32Array.of(i * part, j * part, 0, 0, 0, 0), 0, out);
  const { values, places } = onGrid([...x, ...out.subarray(0, 3)]);
  const [a, b, c, p] = [0, 3, 6, 9].map((at) => pointAt(values, at));
  const [w, s, t, scale] = [n - i - j, i, j, n].map(BigInt);
  const off = minus(
    [w * a[0] + s * b[0] + t * c[0], w * a[1] + s * b[1] + t * c[1], w * a[2] + s * b[2] + t * c[2]],
    [scale * p[0], scale * p[1], scale * p[2]],
  );
  return Math.sqrt(quotient(dot(off, off), (1n << BigInt(2 * places)) * scale * scale)) / slackOf(x);
}

const near = new Float64Array(POINT_TRIANGLE_SIZE);
/** The error of a bound, or of the closest point, for a point and a triangle. x: the point, three corners. */
function pointRatio(x: number[]): number {
  pointTriangle(Float64Array.from(x), 0, Float64Array.from(x), 3, 6, 9, near);
  const triangle = x.slice(3);
  const exact = roundedSquareRoot(pointTriangleSquaredDistance(x.slice(0, 3), triangle));
  const off = roundedSquareRoot(pointTriangleSquaredDistance([near[0], near[1], near[2]], triangle));
  return Math.max(near[LOWER] - exact, exact - Math.sqrt(near[SQUARED]), off) / slackOf(x);
}

const measure = new TriangleDistance();
const pair = new Float64Array(TRIANGLE_DISTANCE_SIZE);
/** The error of a bound for two triangles. x: six corners. */
function pairRatio(x: number[]): number {
  const P = Float64Array.from(x);
  measure.measure(loaded.load(P, 0, 3, 6, P, 9, 12, 15), true, pair);
  const exact = roundedSquareRoot(triangleTriangleSquaredDistance(x.slice(0, 9), x.slice(9)));
  return Math.max(pair[PAIR_LOWER] - exact, exact - Math.sqrt(pair[PAIR_SQUARED])) / slackOf(x);
}

/** Corners about an offset, some of them nearly collinear. */
function thin(random: () => number, count: number, scale: number, offset: number): number[] {
  const x = coordinates(random, count, scale, offset);
  const at = 3 * Math.floor((random() * (count - 6)) / 3);
  const [s, width] = [random(), scale * 10 ** (-16 * random())];
  for (let k = at; k < at + 3; k++) x[k + 6] = x[k] + s * (x[k + 3] - x[k]) + width * signed(random);
  return x;
}

describe('lengthSlack is not reached', () => {
  const places: [number, number][] = [
    [1e-3, 0],
    [1, 0],
    [1e3, 0],
    [1, 1e5],
  ];

  test.each(places)(`by the corners of sub-triangles at scale %d, offset %d (seed ${SEED})`, (scale, offset) => {
    const random = mulberry32(SEED);
    let worst = 0;
    for (const level of [1, 2, 5, 16]) {
      const n = 2 ** level;
      const i = Math.floor(random() * (n + 1));
      const j = Math.floor(random() * (n + 1 - i));
      const draw = () => coordinates(random, 9, scale, offset);
      worst = Math.max(
        worst,
        climb(random, draw, (x) => latticeRatio(x, i, j, n), longRun(100, 60), longRun(400, 160)).score,
      );
    }
    console.log(
      `lattice points, scale ${scale}, offset ${offset}: the worst error found is ${worst.toFixed(3)} of the slack`,
    );
    expect(worst).toBeLessThanOrEqual(7 / 64);
    expect(worst).toBeGreaterThan(2 ** -10);
  });

  test.each(places)(`by a point and a triangle at scale %d, offset %d (seed ${SEED})`, (scale, offset) => {
    const random = mulberry32(SEED);
    const { score } = climb(
      random,
      () => thin(random, 12, scale, offset),
      pointRatio,
      longRun(300, 120),
      longRun(700, 200),
    );
    console.log(
      `point and triangle, scale ${scale}, offset ${offset}: the worst error found is ${score.toFixed(3)} of the slack`,
    );
    expect(score).toBeLessThanOrEqual(1);
    expect(score).toBeGreaterThan(2 ** -10);
  });

  test.each(places)(`by two triangles at scale %d, offset %d (seed ${SEED})`, (scale, offset) => {
    const random = mulberry32(SEED);
    const { score } = climb(
      random,
      () => thin(random, 18, scale, offset),
      pairRatio,
      longRun(300, 100),
      longRun(500, 140),
    );
    console.log(
      `two triangles, scale ${scale}, offset ${offset}: the worst error found is ${score.toFixed(3)} of the slack`,
    );
    expect(score).toBeLessThanOrEqual(1);
    expect(score).toBeGreaterThan(0);
  });
});
