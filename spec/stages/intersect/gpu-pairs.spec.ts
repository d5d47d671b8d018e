// The kernel of candidate pairs against stored and exact answers: what it proves is true, in every corner order, at all
// scales; and the pairs that it leaves, in order.

import { describe, expect, test } from '@jest/globals';
import { labelledTrianglePairs } from '#datasets';
import { PAIR, PAIR_APART, PAIR_INTERSECTS, PAIR_UNDECIDED, POSE_COUNTS, wordOffsets, wordsOf } from '#records';
import { trianglesSharePoint } from '#reference';
import { type GridPair, onGrid, POSES, poseOf, runPairs } from '#harness/gpu-distance.ts';
import { longRun, partOf } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { CORNER_ORDERS, signed } from '#harness/random-geometry.ts';
import { inDeep } from '#harness/sets.ts';
import { specGpu } from '#harness/software-gpu.ts';

const gpu = await specGpu();
const AT = wordOffsets(PAIR);
const WORDS = wordsOf(PAIR);
const COUNTS_AT = wordOffsets(POSE_COUNTS);
const COUNT_WORDS = wordsOf(POSE_COUNTS);
const SEED = 51;
const RANDOM = longRun(3000, 200);
const RUNS = longRun(20, 6);

const verdictsOf = (words: Uint32Array): number[] =>
  Array.from({ length: words.length / WORDS }, (_, i) => words[WORDS * i + AT.verdict]);

/**
 * @throws if a verdict is proved and wrong.
 * @returns how many of those that share, and of those that do not, are proved.
 */
function check(pairs: readonly GridPair[], share: readonly boolean[], verdicts: readonly number[], what: string) {
  const counts = { shares: 0, apart: 0, shareProved: 0, apartProved: 0 };
  verdicts.forEach((verdict, i) => {
    if (verdict !== PAIR_UNDECIDED && verdict !== (share[i] ? PAIR_INTERSECTS : PAIR_APART))
      throw new Error(`${what} ${i}: verdict ${verdict}, exactly ${share[i]}: ${pairs[i].a} | ${pairs[i].b}`);
    if (share[i]) counts.shares++;
    else counts.apart++;
    if (verdict === PAIR_INTERSECTS) counts.shareProved++;
    if (verdict === PAIR_APART) counts.apartProved++;
  });
  return counts;
}

describe('intersect pairs', () => {
  test.each([10, 20, 27])(
    `never contradicts the labelled corpus, extents of 2^%d units (seed ${SEED})`,
    async (bits) => {
      const random = mulberry32(SEED + bits);
      const labelled = partOf(labelledTrianglePairs(), 7, bits % 3);
      const pairs = labelled.map(({ coordinates }) =>
        onGrid(random, coordinates.slice(0, 9), coordinates.slice(9), bits),
      );
      const { pairs: words } = await runPairs(gpu, pairs);
      const counts = check(pairs, labelled.map(({ share }) => share), verdictsOf(words), 'corpus pair'); // biome-ignore format: one call
      console.log(`corpus, 2^${bits} units: ${JSON.stringify(counts)} of ${pairs.length}`);
      expect(counts.apartProved).toBeGreaterThan(0.3 * counts.apart);
      expect(counts.shareProved).toBeGreaterThan(0.05 * counts.shares);
    },
  );

  test.each([8, 16, 24, 27])(`decides random pairs of 2^%d units (seed ${SEED})`, async (bits) => {
    const random = mulberry32(SEED + bits);
    const pairs = Array.from({ length: RANDOM }, () => {
      const size = random() < 0.5 ? 1 : 10 ** (-2 * random());
      const a = Float64Array.from({ length: 9 }, () => signed(random));
      const centre = [0, 1, 2].map(() => 0.5 * signed(random));
      const b = Float64Array.from({ length: 9 }, (_, i) => centre[i % 3] + size * signed(random));
      return onGrid(random, a, b, bits);
    });
    const share = pairs.map(({ a, b }) => trianglesSharePoint(a, b));
    const { pairs: words } = await runPairs(gpu, pairs);
    const { shares, apart, shareProved, apartProved } = check(pairs, share, verdictsOf(words), 'random pair');
    console.log(`random, 2^${bits} units: undecided ${shares - shareProved} of ${shares} that share, ${apart - apartProved} of ${apart} apart`); // biome-ignore format: one call
    expect(shares).toBeGreaterThan(RANDOM / 15);
    expect(apart).toBeGreaterThan(RANDOM / 3);
    if (bits < 16) return;
    expect(shareProved).toBeGreaterThan(0.99 * shares);
    expect(apartProved).toBeGreaterThan(0.99 * apart);
  });

  test(`gives one answer in all 36 corner orders and both roles (seed ${SEED})`, async () => {
    const random = mulberry32(SEED);
    const pairs: GridPair[] = [];
    const base = longRun(40, 6);
    for (let i = 0; i < base; i++) {
      const a = Float64Array.from({ length: 9 }, () => signed(random));
      const b = Float64Array.from({ length: 9 }, () => 0.7 * signed(random));
      for (const p of CORNER_ORDERS)
        for (const q of CORNER_ORDERS)
          for (const [x, y] of [
            [a, b],
            [b, a],
          ]) {
            const ordered = (t: Float64Array, order: readonly number[]) =>
              Float64Array.from(order.flatMap((c) => [t[c], t[c + 1], t[c + 2]]));
            pairs.push(onGrid(random, ordered(x, p), ordered(y, q), 24));
          }
    }
    const verdicts = verdictsOf((await runPairs(gpu, pairs)).pairs);
    const each = verdicts.length / base;
    let shares = 0;
    for (let i = 0; i < base; i++) {
      const { a, b } = pairs[i * each];
      const share = trianglesSharePoint(a, b);
      if (share) shares++;
      const found = new Set(verdicts.slice(i * each, (i + 1) * each));
      expect(found).toEqual(new Set([share ? PAIR_INTERSECTS : PAIR_APART]));
    }
    expect(shares).toBeGreaterThan(base / 8);
    expect(shares).toBeLessThan(base - base / 8);
  });
});

describe('hits', () => {
  const random = mulberry32(SEED);
  const drawn = Array.from({ length: 1000 }, () => {
    const a = Float64Array.from({ length: 9 }, () => signed(random));
    return onGrid(
      random,
      a,
      Float64Array.from({ length: 9 }, () => 0.5 * signed(random)),
      22,
    );
  });

  test.each([0, 1, 63, 65, 1000])('are the pairs that are not proved apart, of %d pairs', async (count) => {
    const { pairs, hits, hitCount, poseCounts } = await runPairs(gpu, drawn.slice(0, count));
    const expected: number[] = [];
    for (let i = 0; i < count; i++) {
      expect(pairs.subarray(WORDS * i, WORDS * i + 3)).toEqual(Uint32Array.of(poseOf(i), i, i));
      if (pairs[WORDS * i + AT.verdict] !== PAIR_APART) expected.push(...pairs.subarray(WORDS * i, WORDS * (i + 1)));
    }
    expect([...hits]).toEqual(expected);
    expect(hitCount).toBe(expected.length / WORDS);
    const ofPoses = Array.from(
      { length: POSES },
      (_, pose) => poseCounts[COUNT_WORDS * pose + COUNTS_AT.candidatePairs],
    );
    expect(ofPoses).toEqual([Math.ceil(count / 2), Math.floor(count / 2)]);
    if (count === 1000) expect(hitCount).toBeGreaterThan(100);
  });

  test('stop where there is no more room, and their count does not', async () => {
    const all = await runPairs(gpu, drawn);
    const room = 37;
    const some = await runPairs(gpu, drawn, room);
    expect(some.hitCount).toBe(all.hitCount);
    const keys = ({ hits }: typeof all) =>
      Array.from({ length: hits.length / WORDS }, (_, i) => hits.subarray(WORDS * i, WORDS * i + WORDS).join());
    const those = new Set(keys(all));
    expect(new Set(keys(some)).size).toBe(room);
    expect(keys(some).filter((key) => !those.has(key))).toEqual([]);
  });

  inDeep(() => {
    test(`are the same bytes in ${RUNS} runs, at workgroup sizes 32, 64 and 256`, async () => {
      const first = await runPairs(gpu, drawn);
      for (let run = 0; run < RUNS; run++)
        expect(await runPairs(gpu, drawn, drawn.length, [32, 64, 256][run % 3])).toEqual(first);
    });
  });
});
