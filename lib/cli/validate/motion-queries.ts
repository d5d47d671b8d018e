// A seed and rounds → queries about points that move linearly; each round has one of every kind and family, scaled.

import { impactFamilies, impactQuery } from '#datasets';
import { mulberry32 } from '#core';
import type { ImpactQuery } from '#validation';

const KINDS = ['vertex-face', 'edge-edge'] as const;
/** Powers of two keep exact touching exact; the other scales round it away by a little. */
const SCALES = [1, 1e-6, 2 ** -20, 1e-3, 1e3, 2 ** 20, 1e6];
/** One round in this many is asked in every order of the points and backwards. Coprime to the number of scales. */
const EVERY_ORDER = 16;

export const QUERIES_A_ROUND = KINDS.length * impactFamilies.length;

/** A query depends only on the seed, its round, its kind and its family. */
export function* motionQueries(task: {
  readonly seed: number;
  readonly firstRound: number;
  readonly rounds: number;
}): Generator<ImpactQuery> {
  for (let round = task.firstRound; round < task.firstRound + task.rounds; round++) {
    const random = mulberry32((Math.imul(round + 1, 0x9e3779b1) ^ task.seed) >>> 0);
    const scale = SCALES[round % SCALES.length];
    const inEveryOrder = round % EVERY_ORDER === 0;
    for (const kind of KINDS)
      for (const family of impactFamilies)
        yield { kind, family, points: impactQuery(kind, family, random).map((x) => x * scale), inEveryOrder };
  }
}
