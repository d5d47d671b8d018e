// The triangle corpus: its stored answers are those of the oracle, of a second formulation and of the stage; each pair
// is what its family says; blocks are independent.

import { describe, expect, test } from '@jest/globals';
import {
  type CorpusPair,
  type LabelledTrianglePair,
  labelledTrianglePairs,
  pairsPerRound,
  triangleCorpus,
  triangleFamilies,
  triangleOffsets,
  trianglePair,
  triangleScales,
  triangleVerdicts,
} from '#datasets';
import { createDetector, createMesh } from '#kerf';
import { TriangleIntersector, TrianglePair } from '#triangles';
import { triangleAnswers } from '#spec/corpora/exact-answers.ts';
import { exactPair } from '#spec/corpora/exact-pair.ts';
import { isOfItsFamily } from '#spec/corpora/family-facts.ts';
import { identityPose } from '#harness/contact-cases.ts';
import { longRun, partOf } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { differencesHoldZero } from '#spec/oracle/reference/difference-set.ts';

const loaded = new TrianglePair();
const { seed, rounds, count, sha256, sharing, verdicts } = triangleVerdicts;
const labelled: LabelledTrianglePair[] = [...labelledTrianglePairs()];
const nameOf = ({ round, family, scale, offset }: CorpusPair) =>
  `${family}, round ${round}, ${scale} mm at ${offset} mm`;

describe(`the fixed corpus (seed ${seed}, ${rounds} rounds, ${count} pairs)`, () => {
  test('its checksum, verdicts and counts are those that the oracle gives now', () => {
    expect(triangleAnswers(seed, rounds)).toEqual({ count, sha256, sharing, verdicts });
    expect(labelled.length).toBe(count);
    for (const family of triangleFamilies)
      expect([family, labelled.filter((pair) => pair.family === family && pair.share).length]).toEqual([
        family,
        sharing[family],
      ]);
  });

  test('20 to 80 % of all pairs share a point, and some families are decided by the last bits', () => {
    const all = labelled.filter(({ share }) => share).length / count;
    expect(all).toBeGreaterThan(0.2);
    expect(all).toBeLessThan(0.8);
    for (const family of ['sliver-near', 'touch-rounded', 'zero-area-segment', 'near-parallel'] as const) {
      const share = sharing[family] / (count / triangleFamilies.length);
      expect([family, share > 0.2 && share < 0.8]).toEqual([family, true]);
    }
  });

  test('a second formulation, by convex hulls of differences, gives the same verdicts where 2^53 units are enough', () => {
    let judged = 0;
    let shared = 0;
    const wrong: string[] = [];
    const asked = partOf(labelled, 7, 0);
    for (const pair of asked) {
      const { a, b } = exactPair(pair.coordinates);
      const [p, q] = [a.flat(), b.flat()];
      if ([...p, ...q].some((value) => value > 2n ** 53n || value < -(2n ** 53n))) continue;
      judged++;
      if (pair.share) shared++;
      if (differencesHoldZero(p.map(Number), q.map(Number)) !== pair.share) wrong.push(nameOf(pair));
    }
    expect(wrong).toEqual([]);
    expect(judged / asked.length).toBeGreaterThan(0.6);
    expect(shared / judged).toBeGreaterThan(0.2);
    expect(shared / judged).toBeLessThan(0.8);
  });

  test('the stage gives the same verdict on every pair', () => {
    const intersector = new TriangleIntersector();
    const wrong = labelled.filter(({ coordinates, share }) => {
      const [a, b] = [coordinates.subarray(0, 9), coordinates.subarray(9)];
      return intersector.share(loaded.load(a, 0, 3, 6, b, 0, 3, 6)) !== share;
    });
    expect(wrong.map(nameOf)).toEqual([]);
    // Plain f64 must not suffice: that is the purpose of the corpus.
    expect(intersector.escalated / count).toBeGreaterThan(0.5);
  });

  const EVERY = longRun(13, 197);
  test(`the detector gives the same state and pairs on one pair in ${EVERY}`, async () => {
    let [judged, shared] = [0, 0];
    for (let i = 0; i < count; i += EVERY) {
      const { coordinates, share, scale } = labelled[i];
      const [bone, tool] = [0, 9].map((at) => createMesh(coordinates.slice(at, at + 9), [0, 1, 2]));
      const detector = await createDetector({ bone, tool, contactDistance: 0, resolution: 64 * scale });
      const where = nameOf(labelled[i]);
      expect([where, detector.detectSync(identityPose).state]).toEqual([where, share ? 'intersecting' : 'separated']);
      expect([where, [...detector.intersectingFaces(identityPose)]]).toEqual([where, share ? [0, 0] : []]);
      detector.dispose();
      judged++;
      if (share) shared++;
    }
    expect(judged).toBe(Math.ceil(count / EVERY));
    expect(shared / judged).toBeGreaterThan(0.2);
    expect(shared / judged).toBeLessThan(0.8);
  });
});

describe('families', () => {
  test.each(triangleFamilies)('%s: every pair is what the name says, exactly', (family) => {
    const pairs = labelled.filter((pair) => pair.family === family);
    expect(pairs.length).toBe(rounds * triangleScales.length * triangleOffsets.length);
    expect(pairs.filter((pair) => !isOfItsFamily(pair)).map(nameOf)).toEqual([]);
  });

  test('every pair lies where its scale and offset say', () => {
    const wrong = labelled.filter(({ coordinates, scale, offset }) => {
      const low = [0, 1, 2].map((axis) => Math.min(...coordinates.filter((_, i) => i % 3 === axis)));
      const high = [0, 1, 2].map((axis) => Math.max(...coordinates.filter((_, i) => i % 3 === axis)));
      const width = Math.max(...high.map((value, axis) => value - low[axis]));
      const farthest = Math.max(...coordinates.map(Math.abs));
      // The largest coordinate of a vector is at least 1/√3 of its length.
      const isPlaced = farthest <= offset + 32 * scale && farthest >= 0.57 * offset - 32 * scale;
      return !(width <= 32 * scale && isPlaced);
    });
    expect(wrong.map(nameOf)).toEqual([]);
  });

  test('corners come in every order, and either triangle first', () => {
    const places = new Set<string>();
    for (const { family, coordinates } of labelled) {
      if (family !== 'share-edge-folded') continue;
      const corners = [0, 3, 6, 9, 12, 15].map((at) => coordinates.subarray(at, at + 3).join());
      places.add([0, 1, 2].map((i) => corners.indexOf(corners[i], 3)).join());
    }
    // Which corner of the first is not shared, which of the second, and whether the shared two have the same direction.
    expect(places.size).toBe(18);
    const points = labelled.filter(({ family }) => family === 'zero-area-point');
    const first = points.filter(({ coordinates: c }) => c[0] === c[3] && c[1] === c[4] && c[2] === c[5]).length;
    expect(first / points.length).toBeGreaterThan(0.35);
    expect(first / points.length).toBeLessThan(0.65);
  });

  test('an unknown family, scale or offset is refused by name', () => {
    const random = mulberry32(1);
    const ask = (family: string, scale: number, offset: number) =>
      expect(() => trianglePair(family as 'share-face', { scale, offset, random })).toThrow;
    ask('share-nothing', 1, 0)(expect.objectContaining({ code: 'UNKNOWN_FAMILY' }));
    for (const scale of [0, -1, NaN, 2 ** 41])
      ask('share-face', scale, 0)(expect.objectContaining({ code: 'BAD_SCALE' }));
    for (const offset of [-1, NaN, 2 ** 41])
      ask('share-face', 1, offset)(expect.objectContaining({ code: 'BAD_OFFSET' }));
  });
});

describe('blocks', () => {
  const bytes = (pairs: Iterable<CorpusPair>) => Array.from(pairs, (pair) => [nameOf(pair), ...pair.coordinates]);

  test('a million pairs and more are made one by one: the first and the last rounds at once', () => {
    expect(2_000 * pairsPerRound).toBeGreaterThan(1_000_000);
    expect(triangleCorpus({ seed: 9, rounds: 2_000 }).next().value?.round).toBe(0);
    const last = [...triangleCorpus({ seed: 9, rounds: 1, firstRound: 1_999 })];
    expect(last.length).toBe(pairsPerRound);
    expect(last.every(({ round }) => round === 1_999)).toBe(true);
  });

  test('a round is the same alone and among others, the same again, and another for another seed', () => {
    const whole = bytes(triangleCorpus({ seed: 9, rounds: 3 }));
    const parts = [0, 1, 2].flatMap((firstRound) => bytes(triangleCorpus({ seed: 9, rounds: 1, firstRound })));
    expect(parts).toEqual(whole);
    const other = bytes(triangleCorpus({ seed: 10, rounds: 3 }));
    expect(other.filter((pair, i) => pair.join() === whole[i].join())).toEqual([]);
  });

  test('no pair occurs twice in 20 rounds', () => {
    const seen = new Set<string>();
    let made = 0;
    for (const { coordinates } of triangleCorpus({ seed: 9, rounds: 20 })) {
      made++;
      seen.add(coordinates.join());
    }
    expect(seen.size).toBe(made);
  });

  test('a bad seed or count is refused by name', () => {
    const first = (options: Parameters<typeof triangleCorpus>[0]) => () => triangleCorpus(options).next();
    expect(first({ seed: -1, rounds: 1 })).toThrow(expect.objectContaining({ code: 'BAD_SEED' }));
    expect(first({ seed: 1, rounds: 0.5 })).toThrow(expect.objectContaining({ code: 'BAD_ROUNDS' }));
    expect(first({ seed: 1, rounds: 1, firstRound: -1 })).toThrow(expect.objectContaining({ code: 'BAD_ROUNDS' }));
  });
});
