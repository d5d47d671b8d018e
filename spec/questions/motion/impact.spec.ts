// Vertex–face and edge–edge impacts: against the oracle, in every order, backwards, at every scale; first times;
// refusals.

import { describe, expect, test } from '@jest/globals';
import { type ImpactFamily, type ImpactKind, impactFamilies, impactQuery } from '#datasets';
import { edgeEdgeImpact, OptionError, vertexFaceImpact } from '#kerf';
import { type ExactNumber, exactFraction } from '#reference';
import { longRun } from '#harness/long-run.ts';
import { impactOf, meets, POINT_ORDERS, reordered } from '#harness/moving-points.ts';
import { mulberry32 } from '#harness/random.ts';
import { coordinates } from '#harness/random-geometry.ts';

const KINDS: readonly ImpactKind[] = ['vertex-face', 'edge-edge'];
const SEED = 1701;
/** Powers of two preserve touching; for the others the oracle is given the rounded coordinates. */
const SCALES = [1, 1e-6, 2 ** -20, 1e-3, 1e3, 2 ** 20, 1e6];
const ROUNDS = longRun(24, 2);
function scaledQuery(kind: ImpactKind, family: ImpactFamily, random: () => number, round: number): Float64Array {
  const scale = SCALES[(round + 2 * impactFamilies.indexOf(family)) % SCALES.length];
  return impactQuery(kind, family, random).map((x) => x * scale);
}

describe.each(KINDS)('%s', (kind) => {
  test.each(impactFamilies)(`%s: the oracle's answer in every order and backwards, seed ${SEED}`, (family) => {
    const random = mulberry32(SEED);
    let hits = 0;
    const wrong: string[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const points = scaledQuery(kind, family, random, round);
      const expected = meets(kind, points.subarray(0, 12), points.subarray(12));
      if (expected) hits++;
      for (const order of POINT_ORDERS[kind])
        for (const isBackwards of [false, true])
          if ((impactOf(kind, reordered(points, order, isBackwards)) !== null) !== expected)
            wrong.push(`round ${round}: [${points}], points ${order}, backwards ${isBackwards}: not ${expected}`);
    }
    expect(wrong).toEqual([]);
    hitRates.push({ kind, family, hits });
  });
});

const hitRates: { kind: ImpactKind; family: ImpactFamily; hits: number }[] = [];
test('the families hit and miss', () => {
  const rate = (of: (family: ImpactFamily) => boolean) => {
    const chosen = hitRates.filter(({ family }) => of(family));
    return chosen.reduce((sum, { hits }) => sum + hits, 0) / (ROUNDS * chosen.length);
  };
  console.log(hitRates.map(({ kind, family, hits }) => `${kind} ${family}: ${hits} of ${ROUNDS}`).join('\n'));
  expect(hitRates.length).toBe(2 * impactFamilies.length);
  expect(rate(() => true)).toBeGreaterThan(0.3);
  expect(rate(() => true)).toBeLessThan(0.8);
  expect(rate((family) => ['inside', 'at-start', 'at-end', 'on-the-rim', 'corner-on-corner', 'tangent'].includes(family))).toBeGreaterThan(0.7); // biome-ignore format: one call
});

describe('the first time', () => {
  test.each(KINDS)(`%s: free before it, contact in it, 2^-40 wide, seed ${SEED}`, (kind) => {
    const random = mulberry32(SEED + 1);
    let hits = 0;
    let inside = 0;
    const wrong: string[] = [];
    for (let round = 0; round < longRun(20, 3); round++)
      for (const family of impactFamilies) {
        const points = scaledQuery(kind, family, random, round);
        const found = impactOf(kind, points);
        if (found === null) continue;
        hits++;
        const { low, high, parameters } = found;
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(high - low).toBeGreaterThanOrEqual(0);
        expect(high - low).toBeLessThanOrEqual(2 ** -40);
        const start = placesAt(points, 0);
        if (low > 0) {
          inside++;
          const before = placesAt(points, low * (1 - 2 ** -53));
          if (meets(kind, start, before)) wrong.push(`${family} [${points}] before ${low}`);
        }
        expect(meets(kind, placesAt(points, low), placesAt(points, high))).toBe(true);
        expect(gapAt(kind, points, low + 0.5 * (high - low), parameters)).toBeLessThanOrEqual(allowedGap(points));
      }
    expect(wrong).toEqual([]);
    expect(hits).toBeGreaterThan(longRun(100, 15));
    expect(inside).toBeGreaterThan(longRun(40, 6));
  });
});

describe('hard first times', () => {
  test('a time that no f64 of the grid holds lies between two that it does', () => {
    // z is 0 at 2^-53, and x only slightly later.
    const start = [2, 0, 1, 0, -8, 0, 0, 8, 0, 8, 0, 0];
    const found = vertexFaceImpact([...start, 2 - 2 ** 53, 0, 1 - 2 ** 53, ...start.slice(3)]);
    expect(found).toMatchObject({ low: 0, high: 2 ** -52 });
  });

  test(`edges that continue each other nearly in line, seed ${SEED}: the shared corner`, () => {
    const random = mulberry32(SEED + 2);
    for (let round = 0; round < longRun(300, 75); round++) {
      const [a, way] = [coordinates(random, 3, 1, 0), coordinates(random, 3, 1, 0)];
      const shared = a.map((x, k) => x + way[k]);
      const farther = 1 + random();
      const end = shared.map((x, k) => x + farther * way[k]);
      const start = [...a, ...shared, ...end, ...shared];
      const found = edgeEdgeImpact([...start, ...start]);
      expect(found).toMatchObject({ low: 0, high: 0 });
      const points = Float64Array.from([...start, ...start]);
      expect(gapAt('edge-edge', points, 0, found?.parameters ?? [0, 0])).toBeLessThanOrEqual(allowedGap(points));
    }
  });
});

/** Exact positions of the four points at a time. */
function placesAt(points: Float64Array, t: number): ExactNumber[] {
  const time = exactFraction(t);
  return Array.from(points.subarray(0, 12), (x, i) => {
    const from = exactFraction(x);
    return from.add(
      exactFraction(points[12 + i])
        .sub(from)
        .mul(time),
    );
  });
}

/** The distance between the two points that the parameters name. */
function gapAt(kind: ImpactKind, points: Float64Array, t: number, [p, q]: readonly [number, number]): number {
  const at = (point: number, k: number) => (1 - t) * points[3 * point + k] + t * points[12 + 3 * point + k];
  const between = (i: number, j: number, s: number, k: number) => at(i, k) + s * (at(j, k) - at(i, k));
  const gap = [0, 1, 2].map((k) =>
    kind === 'vertex-face'
      ? at(0, k) - (at(1, k) + p * (at(2, k) - at(1, k)) + q * (at(3, k) - at(1, k)))
      : between(0, 1, p, k) - between(2, 3, q, k),
  );
  return Math.hypot(...gap);
}

/**
 * A weight derived from a normal may be wrong by 2·√u (see isSliver), which moves a point by that fraction of an edge;
 * the time's interval moves points far less.
 */
const allowedGap = (points: Float64Array): number => 16 * 2 ** -26.5 * Math.max(...points.map(Math.abs));

describe('refusals', () => {
  const fine = new Array(24).fill(0);
  test.each([
    ['too few numbers', fine.slice(1), 'BAD_LENGTH'],
    ['too many numbers', [...fine, 0], 'BAD_LENGTH'],
    ['NaN', Object.assign([...fine], { 5: NaN }), 'NON_FINITE_COORDINATE'],
    ['Infinity at t = 1', Object.assign([...fine], { 20: Infinity }), 'NON_FINITE_COORDINATE'],
    ['a text', 'points', 'WRONG_TYPE'],
    ['nothing', undefined, 'WRONG_TYPE'],
    ['a text among the numbers', Object.assign([...fine], { 3: '0' }), 'WRONG_TYPE'],
  ])('%s', (_, points, code) => {
    for (const ask of [vertexFaceImpact, edgeEdgeImpact])
      expect(() => ask(points as never)).toThrow(expect.objectContaining({ code, name: OptionError.name }));
  });
});

test('the largest and the smallest numbers: no overflow, no underflow', () => {
  for (const scale of [2 ** 1000, 2 ** -1040, 2 ** 500, 2 ** -500]) {
    // A vertex falls through the middle of a face.
    const falling = [1, 1, 4, 0, 0, 0, 4, 0, 0, 0, 4, 0, 1, 1, -4, 0, 0, 0, 4, 0, 0, 0, 4, 0].map((x) => x * scale);
    expect(vertexFaceImpact(falling)).toMatchObject({ parameters: [0.25, 0.25] });
    const missing = falling.map((x, i) => (i === 0 || i === 12 ? x * 4 : x));
    expect(vertexFaceImpact(missing)).toBeNull();
  }
});
