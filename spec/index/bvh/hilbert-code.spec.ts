// The Hilbert curve against its definition: it visits every cell once, and each step goes to a neighbour.

import { describe, expect, test } from '@jest/globals';
import { hilbertCode } from '#bvh/hilbert-code.ts';
import { mulberry32 } from '#harness/random.ts';

const SEED = 1530;
const CELLS = 1024;

/** Cells of a block with a power-of-two width, by their codes. */
function byCode(size: number, at: readonly number[]): Map<number, number[]> {
  const cells = new Map<number, number[]>();
  for (let x = 0; x < size; x++)
    for (let y = 0; y < size; y++)
      for (let z = 0; z < size; z++) {
        const cell = [at[0] * size + x, at[1] * size + y, at[2] * size + z];
        cells.set(hilbertCode(cell[0], cell[1], cell[2]), cell);
      }
  return cells;
}

describe('the Hilbert curve', () => {
  test(`fills a block of cells in one go, a neighbour a step, seed ${SEED}`, () => {
    const random = mulberry32(SEED);
    for (const size of [2, 4, 8, 16])
      for (let n = 0; n < 20; n++) {
        const at = [0, 1, 2].map(() => Math.floor((CELLS / size) * random()));
        const cells = byCode(size, at);
        const codes = [...cells.keys()].sort((a, b) => a - b);
        expect(codes.length).toBe(size ** 3);
        expect(codes[codes.length - 1] - codes[0]).toBe(size ** 3 - 1);
        expect(codes[0] % size ** 3).toBe(0);
        // One expect for all steps: one call per step took eight seconds.
        const leaps = codes.slice(1).filter((code, i) => {
          const [a, b] = [cells.get(codes[i]) as number[], cells.get(code) as number[]];
          return a.reduce((sum, x, k) => sum + Math.abs(x - b[k]), 0) !== 1;
        });
        expect(leaps).toEqual([]);
      }
  });

  test('counts what lies outside as the cell at the border', () => {
    expect(hilbertCode(-3, 0, 0)).toBe(hilbertCode(0, 0, 0));
    expect(hilbertCode(2000, 5, 1e300)).toBe(hilbertCode(1023, 5, 1023));
    expect(hilbertCode(1.9, 2.1, 3)).toBe(hilbertCode(1, 2, 3));
  });
});
