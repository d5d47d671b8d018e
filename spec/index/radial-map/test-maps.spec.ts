// radialMap.test against the exact oracle: every answer that is not `unknown` is right, every unknown hands on all
// faces that share a point, and each answer occurs often enough.

import { describe, expect, test } from '@jest/globals';
import { createMesh, createRadialMap } from '#kerf';
import { longRun } from '#harness/long-run.ts';
import { faultIn, mapPair, somePose } from '#harness/map-pairs.ts';
import { mulberry32 } from '#harness/random.ts';
import { inDeep } from '#harness/sets.ts';

const SEED = 2026;

/** @returns how often each answer was given, and how many of the unknown ones were crossings. */
function counts(pairs: number, posesEach: number, first: number): Record<string, number> {
  const count: Record<string, number> = { apart: 0, overlap: 0, inside: 0, around: 0, unknown: 0, crossing: 0, all: 0 };
  for (let k = first; k < first + pairs; k++) {
    const random = mulberry32(SEED + k);
    const pair = mapPair(k, random);
    for (let n = 0; n < posesEach; n++) {
      const pose = somePose(pair, random);
      const answer = pair.maps[0].test(pair.maps[1], pose);
      const { fault, crosses } = faultIn(pair, pose, answer);
      if (fault !== '') throw new Error(`${pair.says}, pose ${n} (${pose.join(', ')}), ${answer.relation}: ${fault}`);
      count.all++;
      count[answer.relation]++;
      if (answer.relation === 'unknown' && crosses) count.crossing++;
    }
  }
  return count;
}

describe(`against the exact oracle, seed ${SEED}`, () => {
  const expectAll = (count: Record<string, number>, least: number) => {
    console.log(JSON.stringify(count));
    for (const [name, times] of Object.entries(count)) expect([name, times >= least]).toEqual([name, true]);
  };
  test('a few pairs', () => expectAll(counts(42, 9, 0), 5));
  inDeep(() => test('2,100 poses and more', () => expectAll(counts(longRun(1400, 140), 15, 1000), 40), 600_000));
});

test('no answer changes when a caller writes into what a map says of itself', () => {
  const tetrahedron = createMesh([0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0, 4], [0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2]);
  const [map, other] = [0, 1].map(() => createRadialMap(tetrahedron));
  // The surfaces cross, so that the bodies are not apart.
  const pose = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.1, 0.1, 0.1, 1];
  const before = map.test(other, pose);
  (other.centre as Float64Array)[0] += 1000;
  expect(map.test(other, pose)).toEqual(before);
  expect(before.relation).not.toBe('apart');
});
