import { describe, expect, test } from '@jest/globals';
import { exactFraction, ratioFraction } from '#reference/exact-numbers.ts';
import {
  compareConvexDistance,
  convexDistanceByDefinition,
  exactConvexDistance,
  judgeConvexDistance,
  roundedConvexDistance,
  segmentSegmentSquaredDistance,
  triangleTriangleSquaredDistance,
} from '#reference';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';

const hull = (points: ArrayLike<number>, radius = 0) => ({ points, radius });

function squareOf(distance: ReturnType<typeof exactConvexDistance>) {
  return ratioFraction(distance.root.square);
}

/** The neighbouring f64 numbers. */
function next(x: number, up: boolean): number {
  if (x === 0) return up ? Number.MIN_VALUE : -Number.MIN_VALUE;
  const bits = new BigInt64Array(Float64Array.of(x).buffer);
  bits[0] += x > 0 === up ? 1n : -1n;
  return new Float64Array(bits.buffer)[0];
}

describe('the definition', () => {
  const BOXES = longRun(300, 48);
  test(`boxes: the gap along the axes, signed (seed 901, ${BOXES} pairs on a grid, in all cases)`, () => {
    const random = mulberry32(901);
    const grid = () => Math.floor(random() * 7);
    const seen = { apart: 0, touching: 0, overlapping: 0 };
    for (let i = 0; i < BOXES; i++) {
      const boxes = [0, 1].map(() => [0, 1, 2].map(() => [grid(), grid()].sort((p, q) => p - q)));
      const corners = boxes.map((box) =>
        Array.from({ length: 8 }, (_, c) => box.map((ends, k) => ends[(c >> k) & 1])).flat(),
      );
      const gaps = [0, 1, 2].map((k) => Math.max(boxes[1][k][0] - boxes[0][k][1], boxes[0][k][0] - boxes[1][k][1]));
      const inside = Math.max(...gaps);
      const expected = inside <= 0 ? -(inside ** 2) : gaps.reduce((sum, gap) => sum + Math.max(0, gap) ** 2, 0);
      const answer = exactConvexDistance(hull(corners[0]), hull(corners[1]));
      expect([i, Number(answer.root.sign) * squareOf(answer).valueOf()]).toEqual([i, expected + 0]);
      seen[expected > 0 ? 'apart' : expected === 0 ? 'touching' : 'overlapping']++;
    }
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(BOXES / 16);
  });

  const SIMPLICES = longRun(150, 30);
  test(`segments and triangles: their own squared distance, and a depth where they cross (seed 902, ${SIMPLICES} pairs)`, () => {
    const random = mulberry32(902);
    let crossing = 0;
    for (let i = 0; i < SIMPLICES; i++) {
      const size = i % 2 === 0 ? 6 : 9;
      const [a, b] = [0, 1].map(() => Array.from({ length: size }, () => random()));
      const square = (size === 6 ? segmentSegmentSquaredDistance : triangleTriangleSquaredDistance)(a, b);
      for (const answer of [convexDistanceByDefinition(hull(a), hull(b)), exactConvexDistance(hull(a), hull(b))]) {
        expect(answer.root.sign).toBe(square.equals(0) ? -1 : 1);
        if (answer.root.sign > 0) expect(squareOf(answer).equals(square)).toBe(true);
      }
      if (square.equals(0)) crossing++;
    }
    expect(crossing).toBeGreaterThan(SIMPLICES / 15);
  });

  const HULLS = longRun(60, 6);
  test(`no direction separates more (seed 903, ${HULLS} pairs)`, () => {
    const random = mulberry32(903);
    let overlapping = 0;
    for (let i = 0; i < HULLS; i++) {
      const a = Array.from({ length: 18 }, () => random());
      const b = Array.from({ length: 18 }, (_, k) => random() + (k % 3 === 0 ? 0.6 * random() : 0));
      const s = roundedConvexDistance(convexDistanceByDefinition(hull(a), hull(b)));
      let best = Number.NEGATIVE_INFINITY;
      for (let j = 0; j < 400; j++) {
        const n = [0, 1, 2].map(() => random() - 0.5);
        const length = Math.sqrt(n[0] ** 2 + n[1] ** 2 + n[2] ** 2);
        const along = (points: number[], of: (...x: number[]) => number) =>
          of(
            ...Array.from(
              { length: points.length / 3 },
              (_, p) => n[0] * points[3 * p] + n[1] * points[3 * p + 1] + n[2] * points[3 * p + 2],
            ),
          );
        best = Math.max(best, (along(b, Math.min) - along(a, Math.max)) / length);
      }
      expect(best).toBeLessThan(s.high + 1e-12);
      if (s.high < 0) overlapping++;
    }
    expect(overlapping).toBeGreaterThan(HULLS / 4);
  });
});

describe('the fast answer is the definition’s', () => {
  const PAIRS = longRun(3000, 25);
  test.each([
    ['random points', 911, (random: () => number) => random()],
    [
      'points of a coarse grid: flat sets, repeated points, contact',
      912,
      (random: () => number) => Math.floor(3 * random()),
    ],
    [
      'points of a grid, a last place off',
      913,
      (random: () => number) => Math.floor(3 * random()) + (random() < 0.3 ? 2 ** -52 : 0),
    ],
    ['points at 1e5', 914, (random: () => number) => 1e5 + random()],
    ['points at scale 1e-3', 915, (random: () => number) => 1e-3 * random()],
    [
      'points at scale 2^-260, whose products underflow',
      916,
      (random: () => number) => 2 ** -260 * Math.floor(4 * random()),
    ],
  ])(`%s (seed %i, ${PAIRS} pairs)`, (_, seed, coordinate) => {
    const random = mulberry32(seed);
    const signs = new Map<number, number>();
    for (let i = 0; i < PAIRS; i++) {
      const set = (shift: number) => {
        const points = Array.from({ length: 3 * (1 + Math.floor(6 * random())) }, () => coordinate(random));
        return points.map((x, k) => (k % 3 === 0 ? x + shift : x));
      };
      const [a, b] = [hull(set(0)), hull(set(i % 3 === 0 ? coordinate(random) / 2 : 0))];
      const fast = exactConvexDistance(a, b);
      const plain = convexDistanceByDefinition(a, b);
      expect([a, b, fast.root.sign]).toEqual([a, b, plain.root.sign]);
      expect(squareOf(fast).equals(squareOf(plain))).toBe(true);
      signs.set(plain.root.sign, (signs.get(plain.root.sign) ?? 0) + 1);
    }
    expect(signs.get(1)).toBeGreaterThan(PAIRS / 8);
    if (seed !== 914) expect(signs.get(-1)).toBeGreaterThan(PAIRS / 40);
  });
});

describe('a verdict', () => {
  const PAIRS = longRun(200, 40);
  test(`of the answer rounded outward is inside, of its neighbours below and above (seed 921, ${PAIRS} pairs)`, () => {
    const random = mulberry32(921);
    for (let i = 0; i < PAIRS; i++) {
      const set = () => Array.from({ length: 12 }, () => random());
      const [a, b] = [hull(set(), i % 2 === 0 ? random() : 0), hull(set(), i % 3 === 0 ? random() / 3 : 0)];
      const { low, high } = roundedConvexDistance(exactConvexDistance(a, b));
      expect(judgeConvexDistance(a, b, { low, high })).toBe('inside');
      expect(judgeConvexDistance(a, b, { low: next(low, true), high: Number.POSITIVE_INFINITY })).toBe('below');
      expect(judgeConvexDistance(a, b, { low: Number.NEGATIVE_INFINITY, high: next(high, false) })).toBe('above');
      expect(low === high || next(low, true) === high).toBe(true);
    }
  });

  test('of radii that cancel all leading bits of the root', () => {
    const root = Math.sqrt(2);
    const distance = exactConvexDistance(hull([0, 0, 0], root / 2), hull([1, 1, 0], root / 2));
    const { low, high } = roundedConvexDistance(distance);
    // √2 − fl(√2), whose f64 neighbours differ in the 106th bit of √2: by squares, (fl(√2) + x)² against 2.
    const square = (x: number) => exactFraction(root).add(exactFraction(x)).pow(2);
    expect(square(low)?.compare(2)).toBe(-1);
    expect(square(high)?.compare(2)).toBe(1);
    expect(Math.abs(low)).toBeLessThan(2 ** -52);
    expect(next(low, true)).toBe(high);
  });

  test('of tangent spheres: 0, and nothing else', () => {
    const pair = [hull([0, 0, 0], 2), hull([3, 4, 0], 3)] as const;
    expect(judgeConvexDistance(...pair, { low: 0, high: 0 })).toBe('inside');
    expect(judgeConvexDistance(...pair, { low: Number.MIN_VALUE, high: 1 })).toBe('below');
    expect(judgeConvexDistance(...pair, { low: -1, high: -Number.MIN_VALUE })).toBe('above');
    expect(roundedConvexDistance(exactConvexDistance(...pair))).toEqual({ low: 0, high: 0 });
    expect(compareConvexDistance(exactConvexDistance(...pair), { low: 1, high: 0 })).toBe('below');
  });
});
