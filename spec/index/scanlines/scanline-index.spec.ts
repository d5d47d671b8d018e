// The maps of the scanline index: clamped, monotone, and searched as a linear scan would.

import { describe, expect, test } from '@jest/globals';
import { SPAN, SPAN_DEPTH } from '#records';
import { cellOf, depthAt, depthOf, depthScaleOf, firstSpanFrom, GRID, placeAt, stepInCell } from '#scanlines/cells.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { signed } from '#harness/random-geometry.ts';

const SEED = 21;

describe('cellOf and stepInCell', () => {
  test(`never decrease with x, whatever the grid, far points included (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    let inside = 0;
    for (const [scale, offset] of [
      [1e-3, 0],
      [1, 0],
      [1e3, 0],
      [1e-3, 1e5],
      [1, -1e5],
    ])
      for (let grid = 0; grid < longRun(40, 10); grid++) {
        const low = offset + scale * signed(random);
        const cellSize = scale * (0.01 + random());
        const count = 1 + Math.floor(20 * random());
        const xs = Array.from({ length: 100 }, () => low + cellSize * (count * 1.4 * random() - 0.2 * count));
        for (let k = 0; k < 20; k++) xs.push(low + Math.floor(count * random()) * cellSize, xs[k] * (1 + 2 ** -52));
        xs.push(Number.MAX_VALUE, -Number.MAX_VALUE);
        xs.sort((x, y) => x - y);
        const cells = xs.map((x) => cellOf(x, low, cellSize, count));
        for (let k = 0; k < xs.length; k++) {
          if (cells[k] < (k === 0 ? 0 : cells[k - 1]) || cells[k] >= count)
            throw new Error(`cellOf is ${cells[k]} of ${count} at ${xs[k]}, after ${cells[k - 1]}`);
          if (cells[k] > 0 && cells[k] < count - 1) inside++;
        }
        for (let i = 0; i < count; i++) {
          const parts = xs.map((x) => stepInCell(x, low, cellSize, i));
          if (parts[0] !== 0 || parts[parts.length - 1] !== 255)
            throw new Error(`stepInCell is not clamped in cell ${i}`);
          for (let k = 1; k < parts.length; k++)
            if (parts[k] < parts[k - 1]) throw new Error(`stepInCell falls at ${xs[k]} in cell ${i}`);
        }
        const table = new Float64Array(GRID.numbers).fill(Number.NaN);
        table[GRID.low + (grid % 2)] = low;
        table[GRID.cellSize] = cellSize;
        for (let k = 0; k < xs.length; k++) {
          const place = placeAt(Float64Array.from(xs), k, table, grid % 2, count);
          const expected = 256 * cells[k] + stepInCell(xs[k], low, cellSize, cells[k]);
          if (place !== expected) throw new Error(`placeAt is ${place} at ${xs[k]}, its parts are ${expected}`);
        }
      }
    expect(inside).toBeGreaterThan(longRun(10000, 2500));
  });

  test('are the cell, and the part of the cell in 256ths', () => {
    expect([-1, 0, 0.49, 0.5, 1.9, 2, 99].map((x) => cellOf(x, 0, 0.5, 4))).toEqual([0, 0, 0, 1, 3, 3, 3]);
    expect([0.9, 1, 1.25, 1.5, 1.999, 2, 9].map((x) => stepInCell(x, 0, 1, 1))).toEqual([0, 0, 64, 128, 255, 255, 255]);
  });
});

describe('depthOf', () => {
  test(`never decreases with x, from 0 to 65535, far points and flat bodies included (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    let inside = 0;
    for (const [scale, offset] of [
      [1e-3, 0],
      [1, 0],
      [1e3, 1e5],
      [2 ** -150, 0],
    ])
      for (let body = 0; body < longRun(40, 10); body++) {
        const low = offset + scale * signed(random);
        const high = low + scale * random();
        const depthScale = depthScaleOf(low, high);
        const xs = Array.from({ length: 100 }, () => low + (high - low) * (1.4 * random() - 0.2));
        xs.push(low, high, Number.MAX_VALUE, -Number.MAX_VALUE);
        xs.sort((x, y) => x - y);
        const steps = xs.map((x) => depthOf(x, low, depthScale));
        const table = new Float64Array(GRID.numbers).fill(Number.NaN);
        table[GRID.depth0] = low;
        table[GRID.depthScale] = depthScale;
        expect(xs.map((_, k) => depthAt(Float64Array.from(xs), k, table))).toEqual(steps);
        for (let k = 0; k < xs.length; k++) {
          if (!(steps[k] >= (k === 0 ? 0 : steps[k - 1]) && steps[k] <= 65535))
            throw new Error(`${steps[k]} at ${xs[k]}`);
          if (steps[k] > 0 && steps[k] < 65535) inside++;
        }
        expect([depthOf(low, low, depthScale), depthOf(high, low, depthScale)]).toEqual([0, high > low ? 65535 : 0]);
      }
    expect(inside).toBeGreaterThan(longRun(5000, 1250));
    expect(depthScaleOf(3, 3)).toBe(0);
    expect(depthOf(99, 3, 0)).toBe(0);
  });
});

describe('firstSpanFrom', () => {
  test(`is the first of the segment that is not below, as a scan finds it (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    for (let i = 0; i < longRun(2000, 500); i++) {
      const near = Uint16Array.from({ length: 12 }, () => Math.floor(6 * random())).sort();
      const spans = new Uint32Array(SPAN * near.length).fill(0xffffffff);
      near.forEach((depth, s) => {
        spans[SPAN * s + SPAN_DEPTH] = depth | 0xfffe0000;
      });
      const start = Math.floor(6 * random());
      const end = start + Math.floor(6 * random());
      const depth = Math.floor(14 * random()) / 2 - 0.5;
      let expected = start;
      while (expected < end && near[expected] < depth) expected++;
      const found = firstSpanFrom(spans, start, end, depth);
      if (found !== expected) throw new Error(`${found} instead of ${expected}: ${near}, ${start}, ${end}, ${depth}`);
    }
  });
});
