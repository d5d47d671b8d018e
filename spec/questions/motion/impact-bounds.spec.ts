// The bounds of the impact filter against exact arithmetic at the worst cases that a climb finds: coefficients in f64,
// values in pairs of f64.

import { describe, expect, test } from '@jest/globals';
import { fineCoplanarityBound } from '#core';
import { CoplanarityRoot } from '#motion/impact/coplanarity-root.ts';
import { ImpactFilter } from '#motion/impact/impact-filter.ts';
import { cross, dot, type IntegerPoint, minus, onGrid, pointAt, quotient } from '#harness/exact-grid.ts';
import { climb } from '#harness/hill-climbing.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { coordinates } from '#harness/random-geometry.ts';

const SEED = 1702;
/** Of a climb. */
const [DRAWS, STEPS] = [longRun(200, 60), longRun(600, 180)];
const SCALES = [
  [1, 0],
  [1e-3, 0],
  [1, 1e5],
  [2 ** 40, 0],
  [2 ** -40, 0],
] as const;

type Moving = readonly [IntegerPoint, IntegerPoint];

/** Bernstein coefficients of x × y; the second is twice the middle one. */
function crossed(x: Moving, y: Moving): readonly [IntegerPoint, IntegerPoint, IntegerPoint] {
  const [a, b] = [cross(x[0], y[1]), cross(x[1], y[0])];
  return [cross(x[0], y[0]), [a[0] + b[0], a[1] + b[1], a[2] + b[2]], cross(x[1], y[1])];
}

/** e, g, q of a vertex and a face on one grid, and the number of binary places of that grid. */
function exactDifferences(points: readonly number[]): { e: Moving; g: Moving; q: Moving; places: bigint } {
  const { values, places } = onGrid(points);
  const way = (to: number, from: number): Moving => [
    minus(pointAt(values, to), pointAt(values, from)),
    minus(pointAt(values, 12 + to), pointAt(values, 12 + from)),
  ];
  return { e: way(6, 3), g: way(9, 3), q: way(0, 3), places: BigInt(places) };
}

/** 3 times f's Bernstein coefficients. */
function exactPlane({ e, g, q }: { e: Moving; g: Moving; q: Moving }): readonly bigint[] {
  const n = crossed(e, g);
  return [
    3n * dot(n[0], q[0]),
    dot(n[0], q[1]) + dot(n[1], q[0]),
    dot(n[2], q[0]) + dot(n[1], q[1]),
    3n * dot(n[2], q[1]),
  ];
}

/** 12 times the Bernstein coefficients of a product of two such polynomials. */
function product(x: ReturnType<typeof crossed>, y: ReturnType<typeof crossed>): readonly bigint[] {
  return [
    12n * dot(x[0], y[0]),
    3n * (dot(x[0], y[1]) + dot(x[1], y[0])),
    2n * (dot(x[0], y[2]) + dot(x[1], y[1]) + dot(x[2], y[0])),
    3n * (dot(x[1], y[2]) + dot(x[2], y[1])),
    12n * dot(x[2], y[2]),
  ];
}

/** |computed − exact / (factor·2^(places·degree))| / bound. */
function share(computed: readonly number[], exact: bigint, factor: bigint, shift: bigint, bound: number): number {
  const { values, places } = onGrid(computed);
  const sum = values.reduce((all, value) => all + value);
  const error = (exact << BigInt(places)) - ((factor * sum) << shift);
  return Math.abs(quotient(error, factor << (shift + BigInt(places)))) / bound;
}

const filter = new ImpactFilter();

/** The greatest error of a coefficient as a fraction of its bound; 0 if boxes rule the query out. */
function coefficientShares(points: number[]): { plane: number; inside: number } {
  filter.plane.fill(Number.NaN);
  filter.vertexFace(points);
  if (Number.isNaN(filter.plane[0])) return { plane: 0, inside: 0 };
  filter.loadFace();
  const exact = exactDifferences(points);
  const { e, g, q, places } = exact;
  const n = crossed(e, g);
  const [v, w, square] = [product(n, crossed(q, g)), product(n, crossed(e, q)), product(n, n)];
  const insides = [v, w, square.map((c, i) => c - v[i] - w[i])];
  const shares = (coefficients: Float64Array, of: readonly bigint[], factor: bigint, degree: bigint, bound: number) =>
    of.map((c, i) => share([coefficients[i]], c, factor, places * degree, bound));
  return {
    plane: Math.max(...shares(filter.plane, exactPlane(exact), 3n, 3n, filter.planeBound)),
    inside: Math.max(...insides.flatMap((of, k) => shares(filter.inside[k], of, 12n, 4n, filter.insideBound))),
  };
}

const root = new CoplanarityRoot();
/** e, g, q of a vertex and a face: offsets of two points each. */
const OF_FACE = [[6, 3], [9, 3], [0, 3]] as const; // biome-ignore format: a table

/** The same for f(t) in pairs, t in multiples of 2^-52. */
function valueShare(points: number[], time: number): number {
  const { e, g, q, places } = exactDifferences(points);
  const sizes = [e, g, q].map((of) => Math.max(...of.flat().map((x) => Math.abs(quotient(x, 1n << places)))));
  const size = sizes[0] * sizes[1] * sizes[2];
  if (size === 0) return 0;
  root.load(points, OF_FACE, size);
  const t = Math.min(1, Math.abs(time));
  const cells = BigInt(Math.round(t * 2 ** 52));
  const rest = (1n << 52n) - cells;
  const [b0, b1, b2, b3] = exactPlane({ e, g, q });
  const exact = b0 * rest ** 3n + 3n * (b1 * rest ** 2n * cells + b2 * rest * cells ** 2n) + b3 * cells ** 3n;
  const value = root.valueAt(Number(cells) * 2 ** -52);
  return share([value, root.rest], exact, 3n, 3n * places + 156n, fineCoplanarityBound(size));
}

describe('the bounds of an impact hold for the worst input found', () => {
  const random = mulberry32(SEED);
  describe.each(SCALES)(`at scale %d, offset %d, seed ${SEED}`, (scale, offset) => {
    const draw = () => coordinates(random, 24, scale, offset);
    test.each([
      ['coplanarityBound', (x: number[]) => coefficientShares(x).plane, 200],
      ['barycentricBound', (x: number[]) => coefficientShares(x).inside, 1000],
    ] as const)('%s', (name, score, room) => {
      const { score: worst } = climb(random, draw, score, DRAWS, STEPS);
      console.log(
        `${name}, scale ${scale}, offset ${offset}: the worst error found is ${worst.toFixed(4)} of the bound`,
      );
      expect(worst).toBeLessThanOrEqual(1);
      expect(worst).toBeGreaterThan(1 / room);
    });
    test('fineCoplanarityBound', () => {
      const score = (x: number[]) => valueShare(x.slice(0, 24), x[24] / (scale + offset));
      const { score: worst } = climb(random, () => [...draw(), (scale + offset) * random()], score, DRAWS, STEPS);
      console.log(`fineCoplanarityBound, scale ${scale}, offset ${offset}: ${worst.toFixed(4)} of the bound`);
      expect(worst).toBeLessThanOrEqual(1);
      expect(worst).toBeGreaterThan(1 / 10_000);
    });
  });
});
