import { describe, expect, test } from '@jest/globals';
import { mulberry32 } from '#core';
import { LATTICE, leafLattice } from '#records';
import { CHILDREN, PATH_BITS } from '#records/leaf-path.ts';
import { DEEPEST_LEVEL } from '#triangles';
import { leafWeights } from '#harness/leaf-recovery.ts';
import { longRun } from '#harness/long-run.ts';

describe('leafLattice', () => {
  const latticeOf = (level: number, path: number) => {
    const out = new Int32Array(6);
    leafLattice(level, path, out, 0);
    return [...out];
  };
  const expected = (level: number, path: number) =>
    leafWeights(level, path).flatMap(([, i, j]) => [(i * LATTICE) / 2 ** level, (j * LATTICE) / 2 ** level]);

  test('is the face itself at level 0', () => expect(latticeOf(0, 0)).toEqual([0, 0, LATTICE, 0, 0, LATTICE]));
  test.each([1, 2, 3])('agrees with the contract’s splitting rule on every path of level %i', (level) => {
    for (let path = 0; path < 4 ** level; path++) expect(latticeOf(level, path)).toEqual(expected(level, path));
  });
  test('and on random paths down to level 16, seed 41', () => {
    const random = mulberry32(41);
    for (let round = 0; round < longRun(2000, 400); round++) {
      const level = 1 + Math.floor(16 * random());
      const path = Math.floor(random() * 4 ** level);
      expect(latticeOf(level, path)).toEqual(expected(level, path));
    }
  });
  test('a path of the deepest level fills a word', () => {
    expect(PATH_BITS * DEEPEST_LEVEL).toBe(32);
    expect(CHILDREN).toBe(4);
  });
  test('writes only its six numbers', () => {
    const out = new Int32Array(10).fill(-7);
    leafLattice(2, 7, out, 2);
    expect([...out.subarray(0, 2), ...out.subarray(8)]).toEqual([-7, -7, -7, -7]);
  });
});
