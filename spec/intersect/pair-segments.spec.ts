// crossingsOf against the definition: a face's partners are those that it stands in a pair with, on either side.

import { expect, test } from '@jest/globals';
import { crossingsOf } from '../../lib/intersect/index.ts';
import { mulberry32 } from '../harness/random.ts';

const SEED = 313;
const FACES = 12;

test(`every partner of every face, once, and no other (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  for (let round = 0; round < 20; round++) {
    // Among few faces, so that most have several partners, and a number stands for a face on either side.
    const pairs: [number, number][] = [];
    for (let f = 0; f < FACES; f++) for (let g = 0; g < FACES; g++) if (random() < 0.3) pairs.push([f, g]);
    for (const own of [0, 1] as const) {
      const visitPartners = crossingsOf(Uint32Array.from(pairs.flat()), own);
      for (let face = 0; face < FACES; face++) {
        const visited: number[] = [];
        visitPartners(face, (other) => visited.push(other));
        const expected = pairs.filter((pair) => pair[own] === face).map((pair) => pair[1 - own]);
        expect(visited.sort((a, b) => a - b)).toEqual(expected.sort((a, b) => a - b));
      }
    }
  }
});
