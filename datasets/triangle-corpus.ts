// A seed and a count of rounds → pairs of triangles of every family, at every scale and distance from the origin; also
// a fixed subset of them with answers.

import { checkOptionNames, mulberry32, type OptionNames } from '#core';
import { checkWhole } from './check-option.ts';
import { triangleVerdicts } from './corpora/triangle-verdicts.ts';
import { type TriangleFamily, triangleFamilies, trianglePair } from './triangle-families.ts';

/** mm. */
export const triangleScales: readonly number[] = [1e-6, 1e-3, 1, 1e3, 1e6];
/** mm. */
export const triangleOffsets: readonly number[] = [0, 1, 1e3, 1e6];
/** Pairs in a round: one for each family, scale and offset. */
export const pairsPerRound = triangleFamilies.length * triangleScales.length * triangleOffsets.length;

export interface CorpusPair {
  readonly round: number;
  readonly family: TriangleFamily;
  /** mm. */
  readonly scale: number;
  /** mm. */
  readonly offset: number;
  /**
   * The corners of one triangle, then of the other: 18 numbers, mm. A triangle of zero area stands for the segment or
   * point that it is.
   */
  readonly coordinates: Float64Array;
}

export interface CorpusOptions {
  /** Whole, from 0 to 2^32 − 1. */
  readonly seed: number;
  readonly rounds: number;
  /** Default 0. A round does not depend on the first round, so that k workers can share a corpus by rounds. */
  readonly firstRound?: number;
}

const CORPUS_OPTIONS: OptionNames<CorpusOptions> = { seed: true, rounds: true, firstRound: true };

/** The number of rounds that a seed has. Each of their pairs has its own random stream. */
const MOST_ROUNDS = Math.floor(2 ** 32 / pairsPerRound);

/**
 * Yields rounds × families × scales × offsets, one pair each, generated on demand. The corners are in a random order,
 * and the two triangles may be swapped. A pair depends only on the seed and on its place in the corpus.
 * @throws OptionError BAD_SEED, BAD_ROUNDS, WRONG_TYPE, UNKNOWN_OPTION, when the first pair is requested.
 */
export function* triangleCorpus(options: CorpusOptions): Generator<CorpusPair, void, undefined> {
  checkOptionNames(options, CORPUS_OPTIONS, 'triangleCorpus');
  const { seed, rounds, firstRound = 0 } = options;
  checkWhole('BAD_SEED', 'Triangle corpus: seed', seed, 0, 2 ** 32 - 1);
  checkWhole('BAD_ROUNDS', 'Triangle corpus: firstRound', firstRound, 0, MOST_ROUNDS);
  checkWhole('BAD_ROUNDS', 'Triangle corpus: rounds', rounds, 0, MOST_ROUNDS - firstRound);
  let place = firstRound * pairsPerRound;
  for (let round = firstRound; round < firstRound + rounds; round++)
    for (const family of triangleFamilies)
      for (const scale of triangleScales)
        for (const offset of triangleOffsets) {
          const random = mulberry32(mixed(place++) ^ mixed(seed));
          const coordinates = shuffled(trianglePair(family, { scale, offset, random }), random);
          yield { round, family, scale, offset, coordinates };
        }
}

/** A pair with the exact answer, computed by the oracle and stored. */
export interface LabelledTrianglePair extends CorpusPair {
  /** Whether the triangles share a point. */
  readonly share: boolean;
}

/** The first rounds of the corpus with the stored seed, with their answers. */
export function* labelledTrianglePairs(): Generator<LabelledTrianglePair, void, undefined> {
  const { seed, rounds, verdicts } = triangleVerdicts;
  for (const pair of triangleCorpus({ seed, rounds })) yield { ...pair, share: verdictOf(verdicts[pair.family], pair) };
}

/**
 * Reads a pair's verdict from the digits of its family. It has one hexadecimal digit per round and scale; the bits,
 * highest first, stand for the offsets.
 */
function verdictOf(digits: string, { round, scale, offset }: CorpusPair): boolean {
  const digit = digits[round * triangleScales.length + triangleScales.indexOf(scale)];
  return (Number.parseInt(digit, 16) & (8 >> triangleOffsets.indexOf(offset))) !== 0;
}

/** The corners of both triangles in random orders, and the two swapped or not. */
function shuffled(pair: Float64Array, random: () => number): Float64Array {
  const out = new Float64Array(18);
  const first = random() < 0.5 ? 0 : 9;
  for (const start of [0, 9]) {
    const corners = [0, 3, 6];
    for (let k = 0; k < 3; k++) {
      const [corner] = corners.splice(Math.floor(corners.length * random()), 1);
      const from = ((start + first) % 18) + corner;
      out.set(pair.subarray(from, from + 3), start + 3 * k);
    }
  }
  return out;
}

/** Scrambles 32 bits one to one, so that neighbours' streams differ (A. Appleby, the finaliser of MurmurHash3). */
function mixed(value: number): number {
  let h = value >>> 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
