// The kernel of leaf gaps against exact distances of the stored corners: its certificates hold, its intervals are
// narrow, its decisions are right, in any order of the near faces.

import { beforeAll, describe, expect, test } from '@jest/globals';
import { labelledTrianglePairs } from '#datasets';
import { BONE, GAP_STATE, LEAF_GAP, LEAF_NO, LEAF_UNDECIDED, LEAF_YES, NO_FACE, PAIR_APART, PAIR_UNDECIDED, partOf, TOOL, UNITS_PER_WIDTH, wordOffsets, wordsOf } from '#records'; // biome-ignore format: one line
import { roundedSquareRoot, trianglesSharePoint, triangleTriangleSquaredDistance } from '#reference';
import { pathCorners } from '#divisions';
import { leafCorners } from '#subdivide';
import {
  divided,
  type GridLeaf,
  type GridPair,
  type Limits,
  onGrid,
  runLeafGaps,
  storedOf,
} from '#harness/gpu-distance.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { signed } from '#harness/random-geometry.ts';
import { randomTriangle } from '#harness/random-pieces.ts';
import { specGpu } from '#harness/software-gpu.ts';

const gpu = await specGpu();
const AT = wordOffsets(LEAF_GAP);
const WORDS = wordsOf(LEAF_GAP);
const SEED = 52;
/** Everything is within reach, and no interval is too wide. */
const OPEN: Limits = { reach: 8, within: 8, tolerance: 8 };

interface Gap {
  readonly near: number;
  readonly crossing: number;
  readonly face: number;
  readonly upper: number;
  readonly lower: number;
  readonly weights: readonly number[];
}

function gapsOf(words: Uint32Array): Gap[] {
  const floats = new Float32Array(words.buffer, words.byteOffset, words.length);
  return Array.from({ length: words.length / WORDS }, (_, i) => {
    const at = WORDS * i;
    const state = words[at + AT.state];
    return {
      near: partOf(state, GAP_STATE.near),
      crossing: partOf(state, GAP_STATE.crossing),
      face: words[at + AT.face],
      upper: floats[at + AT.upper],
      lower: floats[at + AT.lower],
      weights: [AT.s, AT.t, AT.s2, AT.t2].map((word) => floats[at + word]),
    };
  });
}

/** The leaf's nine stored coordinates. */
function cornersOf(pair: GridPair, { body, pair: face, level, path }: GridLeaf): Float64Array {
  const lattice = new Int32Array(6);
  pathCorners(divided.divisions, divided.nodeOf(face), level, path, lattice, 0);
  const out = new Float64Array(9);
  leafCorners(storedOf(pair, body), lattice, 0, out);
  return out;
}

/** The exact distance, rounded down and up, in widths. */
function exactGap(p: Float64Array, q: Float64Array, unit: number): [number, number] {
  const squared = triangleTriangleSquaredDistance(p, q);
  const width = unit * UNITS_PER_WIDTH;
  return [roundedSquareRoot(squared, 'down') / width, roundedSquareRoot(squared, 'up') / width];
}

/** The distance in widths between the points that the weights name, taken on the stored corners. */
function namedDistance([s, t, s2, t2]: readonly number[], p: Float64Array, q: Float64Array, unit: number): number {
  const offs = [0, 1, 2].map((k) => {
    const x = s * (p[3 + k] - p[k]) + t * (p[6 + k] - p[k]);
    const y = s2 * (q[3 + k] - q[k]) + t2 * (q[6 + k] - q[k]);
    return p[k] - q[k] + x - y;
  });
  return Math.hypot(...offs) / unit / UNITS_PER_WIDTH;
}

const single = (pair: number, body: number, verdict = PAIR_UNDECIDED): GridLeaf => ({
  body,
  pair,
  level: 0,
  path: 0,
  near: [{ pair, verdict }],
});

/**
 * @throws if the gap of a leaf with one near face contradicts the exact one.
 * @returns the width of the interval in units.
 */
function checkGap(gap: Gap, pair: GridPair, leaf: GridLeaf, what: string): number {
  const p = cornersOf(pair, leaf);
  const q = storedOf(pair, 1 - leaf.body);
  const [low, high] = exactGap(p, q, pair.unit);
  const says = `${what}: [${gap.lower}, ${gap.upper}], crossing ${gap.crossing}, near ${gap.near}, exactly ${low}: ${p} | ${q}`;
  if (!(gap.lower <= high && gap.upper >= low)) throw new Error(says);
  if (gap.crossing !== LEAF_UNDECIDED && (gap.crossing === LEAF_YES) !== trianglesSharePoint(p, q))
    throw new Error(says);
  // Only pairs not proved to share a point have weights; their points are as near as the upper bound says.
  if (gap.crossing !== LEAF_YES) {
    const [s, t, s2, t2] = gap.weights;
    if (!(s >= 0 && t >= 0 && s + t <= 1 + 2 ** -22 && s2 >= 0 && t2 >= 0 && s2 + t2 <= 1 + 2 ** -22))
      throw new Error(says);
    const named = namedDistance(gap.weights, p, q, pair.unit);
    if (!(named <= gap.upper * (1 + 2 ** -22))) throw new Error(`points ${named} apart: ${says}`);
  }
  return (gap.upper - gap.lower) * UNITS_PER_WIDTH;
}

describe('the certified interval holds the exact gap', () => {
  test.each([10, 20, 27])(`of the labelled corpus, extents of 2^%d units (seed ${SEED})`, async (bits) => {
    const random = mulberry32(SEED + bits);
    const pairs = [...labelledTrianglePairs()]
      .filter((_, i) => i % longRun(3, 13) === bits % 3)
      .map(({ coordinates }) => onGrid(random, coordinates.slice(0, 9), coordinates.slice(9), bits));
    const leaves = pairs.map((_, i) => single(i, i % 2 === 0 ? BONE : TOOL));
    const gaps = gapsOf(await runLeafGaps(gpu, pairs, leaves, OPEN));
    gaps.forEach((gap, i) => {
      checkGap(gap, pairs[i], leaves[i], `corpus pair ${i}`);
    });
  });

  test.each([
    { size: 1, distance: 0.3, widest: 2e-5 },
    { size: 1, distance: 1e-3, widest: 2e-5 },
    { size: 20, distance: 0.3, widest: 1e-4 },
    { size: 80, distance: 0.3, widest: 4e-4 },
  ])(
    `of faces of about 2 and $size mm, up to $distance mm apart, on the grid of a skull (seed ${SEED})`,
    async ({ size, distance, widest }) => {
      const random = mulberry32(SEED);
      const pairs: GridPair[] = [];
      while (pairs.length < longRun(600, 150)) {
        const a = Float64Array.from({ length: 9 }, () => signed(random));
        const b = Float64Array.from({ length: 9 }, () => size * signed(random));
        const shift = b.slice(0, 3).map((x, k) => a[k] - x + distance * signed(random));
        for (let k = 0; k < 9; k++) b[k] += shift[k % 3];
        // 2^-21 mm per unit.
        const extent = Math.max(...[...a, ...b].map((x, i) => Math.abs(x - a[i % 3])));
        pairs.push(onGrid(random, a, b, Math.ceil(Math.log2(extent)) + 21));
      }
      const leaves = pairs.map((_, i) => single(i, i % 2 === 0 ? BONE : TOOL));
      const gaps = gapsOf(await runLeafGaps(gpu, pairs, leaves, OPEN));
      const widths: number[] = [];
      let shared = 0;
      gaps.forEach((gap, i) => {
        const width = checkGap(gap, pairs[i], leaves[i], `pair ${i}`);
        if (gap.crossing === LEAF_NO) widths.push(width * pairs[i].unit);
        if (gap.crossing === LEAF_YES) shared++;
      });
      widths.sort((x, y) => x - y);
      const part = (share: number) => widths[Math.floor(share * (widths.length - 1))].toExponential(1);
      console.log(`faces of ${size} mm: width ${part(0.5)} mm at the median, ${part(0.9)} at 90 %, ${part(1)} at most; ${shared} shared, ${gaps.length - shared - widths.length} open`); // biome-ignore format: one call
      expect(widths.length).toBeGreaterThan(longRun(100, 25));
      expect(shared).toBeGreaterThan(longRun(50, 12));
      expect(widths[Math.floor(0.9 * widths.length)]).toBeLessThan(widest);
    },
  );

  test(`of leaves of up to 8 splits, of both bodies (seed ${SEED})`, async () => {
    const random = mulberry32(SEED);
    const pairs = Array.from({ length: longRun(700, 180) }, () => {
      const a = Float64Array.from({ length: 9 }, () => signed(random));
      return onGrid(
        random,
        a,
        Float64Array.from({ length: 9 }, () => signed(random)),
        22,
      );
    });
    const leaves = pairs.map((_, i): GridLeaf => {
      return { ...single(i, random() < 0.5 ? BONE : TOOL), ...randomTriangle(divided, i, 8, random) };
    });
    const gaps = gapsOf(await runLeafGaps(gpu, pairs, leaves, OPEN));
    const counts = [0, 0, 0];
    gaps.forEach((gap, i) => {
      checkGap(gap, pairs[i], leaves[i], `leaf ${i}`);
      counts[gap.crossing]++;
    });
    expect(counts[LEAF_NO]).toBeGreaterThan(longRun(300, 75));
    expect(counts[LEAF_YES]).toBeGreaterThan(longRun(20, 5));
    expect(counts[LEAF_UNDECIDED]).toBeLessThan(0.02 * pairs.length);
  });
});

/** Leaf 0 … against many faces around it: pairs that all have the same bone triangle. */
function crowd(random: () => number, faces: number, spread: number): GridPair[] {
  const a = Float64Array.from({ length: 9 }, () => signed(random));
  // One pose: every second pair is a placeholder.
  return Array.from({ length: 2 * faces }, () => {
    const centre = [0, 1, 2].map(() => spread * signed(random));
    const b = Float64Array.from({ length: 9 }, (_, i) => centre[i % 3] + 0.4 * signed(random));
    return onGrid(() => 0.5, a, b, 22);
  });
}

describe('many near faces', () => {
  const spreads = [1.2, 2, 4];
  const FACES = 24;

  test.each(spreads)(
    `the least of the exact gaps is in the interval; any order gives the same bytes; centres within %d (seed ${SEED})`,
    async (spread) => {
      const random = mulberry32(SEED);
      let apart = 0;
      for (let round = 0; round < longRun(12, 4); round++) {
        const pairs = onOneUnit(crowd(random, FACES, spread));
        const near = pairs.flatMap((_, i) => (i % 2 === 0 ? [{ pair: i, verdict: PAIR_UNDECIDED }] : []));
        const shuffles = [near, [...near].reverse(), ...Array.from({ length: 6 }, () => shuffled(random, near))];
        const leaves = shuffles.map((order): GridLeaf => ({ ...single(0, BONE), near: order }));
        const words = await runLeafGaps(gpu, pairs, leaves, OPEN);
        for (let i = 1; i < leaves.length; i++)
          expect(words.subarray(WORDS * i, WORDS * (i + 1))).toEqual(words.subarray(0, WORDS));
        const [gap] = gapsOf(words);
        const bounds = near.map(({ pair }) => exactGap(pairs[0].a, pairs[pair].b, pairs[0].unit));
        const low = Math.min(...bounds.map(([x]) => x));
        const high = Math.min(...bounds.map(([, x]) => x));
        expect(gap.lower).toBeLessThanOrEqual(high);
        expect(gap.upper).toBeGreaterThanOrEqual(low);
        if (gap.crossing === LEAF_NO) apart++;
        if (gap.crossing !== LEAF_UNDECIDED) expect(gap.crossing === LEAF_NO).toBe(low > 0);
        expect(bounds[near.findIndex(({ pair }) => pair === gap.face)][0]).toBeLessThanOrEqual(gap.upper);
      }
      if (spread === 4) expect(apart).toBeGreaterThan(longRun(3, 1));
    },
  );

  test(`of two faces at one distance, the smaller number is named (seed ${SEED})`, async () => {
    const random = mulberry32(SEED);
    const [pair] = crowd(random, 1, 4);
    const pairs = Array.from({ length: 9 }, () => pair);
    const leaf = (...order: number[]): GridLeaf => ({
      ...single(0, BONE),
      near: order.map((face) => ({ pair: face, verdict: PAIR_APART })),
    });
    const gaps = gapsOf(await runLeafGaps(gpu, pairs, [leaf(4, 6, 2), leaf(8, 4)], OPEN));
    expect(gaps.map(({ face }) => face)).toEqual([2, 4]);
  });
});

describe('decisions', () => {
  const random = mulberry32(SEED);
  const pairs = Array.from({ length: longRun(900, 225) }, () => {
    const a = Float64Array.from({ length: 9 }, () => signed(random));
    const b = Float64Array.from({ length: 9 }, (_, i) => (i % 3 === 0 ? 0.6 : 0) + signed(random));
    return onGrid(random, a, b, 22);
  });
  const leaves = pairs.map((_, i) => single(i, i % 2 === 0 ? BONE : TOOL));
  let all: Gap[];
  beforeAll(async () => {
    all = gapsOf(await runLeafGaps(gpu, pairs, leaves, OPEN));
  });

  test('near: what is proved is so, for reaches below, at and above the gap', async () => {
    const exact = pairs.map(({ a, b, unit }) => exactGap(a, b, unit));
    const median = exact.map(([x]) => x).sort((x, y) => x - y)[Math.floor(pairs.length / 2)];
    const undecided: number[] = [];
    for (const reach of [0, median / 2, Math.fround(exact[7][0]), median, 2 * median].map(Math.fround)) {
      const gaps = gapsOf(await runLeafGaps(gpu, pairs, leaves, { reach, within: reach, tolerance: 8 }));
      const counts = [0, 0, 0];
      gaps.forEach(({ near, crossing }, i) => {
        counts[near]++;
        if (near === LEAF_YES) expect(exact[i][0]).toBeLessThanOrEqual(reach);
        if (near === LEAF_NO) expect(exact[i][1]).toBeGreaterThan(reach);
        if (crossing === LEAF_YES) expect(near).toBe(LEAF_YES);
        if (near !== LEAF_NO) expect(crossing).toBe(all[i].crossing);
      });
      undecided.push(counts[LEAF_UNDECIDED]);
      expect(counts[LEAF_YES]).toBeGreaterThan(longRun(50, 12));
      expect(counts[LEAF_NO]).toBeGreaterThan(longRun(50, 12));
    }
    expect(Math.max(...undecided)).toBeLessThan(10);
    expect(undecided[2]).toBeGreaterThan(0);
  });

  test('near is left open where the interval is wider than the tolerance, and a shared point never is', async () => {
    const tolerance = all.filter(({ crossing }) => crossing === LEAF_NO).map(({ upper, lower }) => upper - lower).sort((x, y) => x - y)[longRun(200, 50)]; // biome-ignore format: one chain
    const gaps = gapsOf(await runLeafGaps(gpu, pairs, leaves, { ...OPEN, tolerance: Math.fround(tolerance) }));
    const counts = [0, 0, 0];
    gaps.forEach(({ near, crossing, upper, lower }) => {
      counts[near]++;
      expect(near).toBe(crossing === LEAF_YES || upper - lower <= tolerance ? LEAF_YES : LEAF_UNDECIDED);
    });
    expect(counts[LEAF_UNDECIDED]).toBeGreaterThan(longRun(50, 12));
  });

  test('a pair whose parents were proved apart shares no point for sure, whatever rounded corners do', async () => {
    const apart = pairs.map((_, i) => single(i, BONE, PAIR_APART));
    let crossing = 0;
    gapsOf(await runLeafGaps(gpu, pairs, apart, OPEN)).forEach((gap, i) => {
      if (all[i].crossing === LEAF_YES) crossing++;
      expect(gap.crossing).toBe(all[i].crossing === LEAF_NO ? LEAF_NO : LEAF_UNDECIDED);
    });
    expect(crossing).toBeGreaterThan(longRun(50, 12));
  });

  test('a leaf without near faces, or with none within reach, is not near and names no face', async () => {
    const far = pairs.slice(0, 2).map(({ a }) => onGrid(random, a, a.map((x) => x + 50), 22)); // biome-ignore format: one call
    const gaps = gapsOf(await runLeafGaps(gpu, far, [{ ...single(0, TOOL), near: [] }, single(1, TOOL)], { reach: 2 ** -12, within: 2 ** -12, tolerance: 8 })); // biome-ignore format: one call
    for (const { near, crossing, face } of gaps) expect([near, crossing, face]).toEqual([LEAF_NO, LEAF_NO, NO_FACE]);
  });
});

const RUNS = longRun(20, 4);
const SIZES = [64, 256, 32].slice(0, longRun(3, 1));
test(`the same bytes in ${RUNS} runs at workgroup sizes ${SIZES.join(', ')}; 0, 1, 63 and 65 leaves are the first of more`, async () => {
  const random = mulberry32(SEED);
  const pairs = crowd(random, 100, 2);
  const leaves = pairs.map((_, i) => single(i, i % 2));
  const first = await runLeafGaps(gpu, pairs, leaves, OPEN);
  for (let run = 0; run < RUNS; run++)
    expect(await runLeafGaps(gpu, pairs, leaves, OPEN, SIZES[run % SIZES.length])).toEqual(first);
  for (const count of [0, 1, 63, 65])
    expect(await runLeafGaps(gpu, pairs, leaves.slice(0, count), OPEN)).toEqual(first.subarray(0, WORDS * count));
});

function shuffled<T>(random: () => number, list: readonly T[]): T[] {
  const from = [...list];
  return list.map(() => from.splice(Math.floor(from.length * random()), 1)[0]);
}

/** Pairs with one body a on one grid: the coarsest unit of all. */
function onOneUnit(pairs: readonly GridPair[]): GridPair[] {
  const unit = Math.max(...pairs.map((pair) => pair.unit));
  const place = (x: number, i: number) => Math.round((x - pairs[0].a[i % 3]) / unit);
  return pairs.map(({ a, b }) => ({ a, b, unit, bone: Int32Array.from(a, place), tool: Int32Array.from(b, place) }));
}
