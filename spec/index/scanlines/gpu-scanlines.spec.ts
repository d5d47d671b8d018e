// The scanline index as the GPU builds and edits it, against its definition: every face in every cell of its level that
// its box overlaps, in order.

import { describe, expect, test } from '@jest/globals';
import { mulberry32 } from '#core';
import { PrefixSum } from '#gpu';
import { STATE_FULL } from '#records';
import {
  cellCapacity,
  type IntegerFaces,
  integerBounds,
  integerGrid,
  levelBit,
  touchedCells,
} from '#scanlines/gpu-cells.ts';
import { GpuIndex, IndexKernels } from '#scanlines/gpu-scanlines.ts';
import { integerGeometry, plainIndex, readIndex } from '#harness/gpu-regions.ts';
import { longRun, partOf } from '#harness/long-run.ts';
import { inDeep } from '#harness/sets.ts';
import { bufferOf, readWords, specGpu } from '#harness/software-gpu.ts';

const gpu = await specGpu();
const sum = await PrefixSum.make(gpu);
const kernelsOf = (workgroupSize: number) => IndexKernels.make(gpu, sum, workgroupSize);

/** Faces of sizes from 2^-spread of `extent` to all of it, each with its own corners, some of them equal. */
function randomFaces(random: () => number, count: number, extent: number, spread: number): IntegerFaces {
  const vertices = new Int32Array(9 * count);
  for (let f = 0; f < count; f++) {
    const size = extent * 2 ** (-spread * random());
    const centre = [0, 1, 2].map(() => (extent - size) * (2 * random() - 1));
    for (let i = 0; i < 9; i++) vertices[9 * f + i] = Math.round(centre[i % 3] + size * (2 * random() - 1));
    if (random() < 0.1) vertices.copyWithin(9 * f + 3, 9 * f, 9 * f + 3);
  }
  return { vertices, faces: Uint32Array.from({ length: 3 * count }, (_, i) => i) };
}

function build(
  kernels: IndexKernels,
  body: IntegerFaces,
  retired: Uint8Array | null,
  isEdited: boolean,
  gridFaces = body.faces.length / 3,
) {
  const geometry = bufferOf(gpu, 'geometry', integerGeometry(body, retired));
  const grid = integerGrid(body, gridFaces, integerBounds(body, gridFaces));
  const faceCount = gridFaces;
  const sizes = cellCapacity(grid, body, faceCount, retired, isEdited);
  const faces = { geometry, faceOffset: body.vertices.length, faceCount };
  return { index: new GpuIndex(kernels, 'spec', faces, { grid, ...sizes, isEdited }), grid, faces, ...sizes };
}

describe('build', () => {
  const isAsDefined = (bodies: [number, number, number][]) =>
    test.each(bodies)(
      '%i faces within ±%i units, sizes over %i octaves: as defined, in any workgroup size (seed 71)',
      async (count, extent, spread) => {
        const body = randomFaces(mulberry32(71), count, extent, spread);
        const retired = Uint8Array.from({ length: count }, (_, f) => (f % 7 === 3 ? 1 : 0));
        let [spans, mostLevels] = [0, 0];
        for (const [isEdited, gone] of [
          [false, null],
          [true, retired],
        ] as const) {
          const grid = integerGrid(body, count, integerBounds(body, count));
          const plain = plainIndex(grid, body, (f) => gone === null || gone[f] === 0);
          for (const workgroupSize of partOf([32, 64, 256], 3, count % 3)) {
            const made = build(await kernelsOf(workgroupSize), body, gone, isEdited);
            const { index, faces, capacity, levels } = made;
            expect(made.grid).toEqual(grid);
            const { cells, state } = await readIndex(gpu, index);
            expect(cells.map(({ extent, spans: found }) => ({ extent, spans: found }))).toEqual(plain);
            for (const { capacity: given, spans: found } of cells)
              expect(given).toBe(isEdited ? found.length + Math.max(2, found.length >> 1) : found.length);
            expect([...state]).toEqual([cells.length, capacity, 0, 0]);
            expect(levels).toBe(
              plain.reduce((bits, { spans: held }, cell) => (held.length > 0 ? bits | levelBit(grid, cell) : bits), 0),
            );
            mostLevels |= levels;
            spans = plain.reduce((total, cell) => total + cell.spans.length, 0);
            for (const used of [index, faces.geometry]) used.destroy();
          }
        }
        expect(spans).toBeGreaterThanOrEqual(count - Math.ceil(count / 7));
        if (spread > 7) expect(mostLevels).toBeGreaterThanOrEqual(spread > 10 ? 0b111 : 0b11);
      },
    );
  // In workgroups of one size in the quick set, compiled once.
  isAsDefined([
    [1, 2 ** 29 - 1, 0],
    [64, 2 ** 20, 8],
  ]);
  inDeep(() =>
    isAsDefined([
      [2, 5, 1],
      [63, 1000, 3],
      [65, 2 ** 29 - 1, 2],
      [257, 2 ** 12, 5],
      [501, 2 ** 29 - 1, 9],
      [900, 2 ** 29 - 1, 20],
    ]),
  );

  test('faces in one cell, in descending and equal depths, are sorted by depth and number', async () => {
    const count = 300;
    const vertices = new Int32Array(9 * count);
    for (let f = 0; f < count; f++) for (let c = 0; c < 3; c++) vertices.set([0, 0, -(f >> 2)], 9 * f + 3 * c);
    const body = { vertices, faces: Uint32Array.from({ length: 3 * count }, (_, i) => i) };
    const { index, grid } = build(await kernelsOf(64), body, null, false);
    const { cells } = await readIndex(gpu, index);
    expect(cells.map(({ extent, spans }) => ({ extent, spans }))).toEqual(plainIndex(grid, body, () => true));
  });

  test('a body whose faces are all retired has no spans', async () => {
    const body = randomFaces(mulberry32(72), 70, 100, 1);
    const { index } = build(await kernelsOf(64), body, new Uint8Array(70).fill(1), true);
    expect((await readIndex(gpu, index)).cells.every(({ spans }) => spans.length === 0)).toBe(true);
  });
});

describe('edit', () => {
  inDeep(() =>
    test.each([
      ['a few faces a time, inside the grid and beyond it', 6, 12],
      ['many: the tail overflows and the index is built anew', 40, 60],
    ])('%s: each cell is as if built anew (seed 73)', async (_name, removals, additions) => {
      const random = mulberry32(73);
      const rounds = longRun(30, 15);
      const start = 300;
      const body = randomFaces(random, start + rounds * additions, 2 ** 24, 5);
      for (let i = 9 * start; i < body.vertices.length; i++) body.vertices[i] = Math.round(1.2 * body.vertices[i]);
      const kernels = await kernelsOf(32);
      const retired = new Uint8Array(body.faces.length / 3).fill(1, start);
      let { index, grid, faces } = build(kernels, body, retired, true, start);
      const { geometry } = faces;
      let [moved, rebuilt] = [0, 0];
      for (let round = 0; round < rounds; round++) {
        const count = faces.faceCount;
        const removed = Array.from({ length: count }, (_, f) => f).filter(
          (f) => retired[f] === 0 && random() < removals / count,
        );
        const added = Array.from({ length: additions }, (_, k) => count + k);
        for (const f of removed) retired[f] = 1;
        retired.fill(0, count, count + additions);
        gpu.device.queue.writeBuffer(geometry, 0, integerGeometry(body, retired));
        faces = { geometry, faceOffset: body.vertices.length, faceCount: count + additions };
        const before = (await readWords(gpu, index.state, 4))[1];
        index.edit(faces, touchedCells(grid, body, removed, added));
        const state = await readWords(gpu, index.state, 4);
        if (state[STATE_FULL] === 1) {
          rebuilt++;
          index.destroy();
          const sizes = cellCapacity(grid, body, faces.faceCount, retired, true);
          index = new GpuIndex(kernels, 'spec', faces, { grid, ...sizes, isEdited: true });
        } else if (state[1] > before) moved++;
        const { cells } = await readIndex(gpu, index);
        const live = (f: number) => f < faces.faceCount && retired[f] === 0;
        const plain = plainIndex(grid, body, live);
        expect(cells.map(({ extent, spans }) => ({ extent, spans }))).toEqual(plain);
        for (const [cell, { spans }] of plain.entries())
          if (spans.length > 0) expect(index.levels & levelBit(grid, cell)).not.toBe(0);
      }
      expect(moved).toBeGreaterThan(longRun(2, 1));
      if (additions > 20) expect(rebuilt).toBeGreaterThan(0);
    }),
  );

  test('an edit that touches nothing, and one that empties the body', async () => {
    const body = randomFaces(mulberry32(74), 100, 1000, 2);
    const retired = new Uint8Array(100);
    const { index, grid, faces } = build(await kernelsOf(64), body, retired, true);
    index.edit(faces, new Map());
    retired.fill(1);
    gpu.device.queue.writeBuffer(faces.geometry, 0, integerGeometry(body, retired));
    index.edit(faces, touchedCells(grid, body, [...retired.keys()], []));
    const { cells } = await readIndex(gpu, index);
    expect(cells.every(({ spans, extent }) => spans.length === 0 && extent === 0)).toBe(true);
  });

  const RUNS = longRun(10, 2);
  inDeep(() =>
    test(`cells in any order of threads hold the same: ${RUNS} runs of one edit`, async () => {
      const random = mulberry32(75);
      const body = randomFaces(random, 400, 2 ** 20, 4);
      const retired = Uint8Array.from({ length: 400 }, (_, f) => (f < 200 ? 0 : 1));
      const seen = new Set<string>();
      for (let run = 0; run < RUNS; run++) {
        const { index, grid, faces } = build(await kernelsOf([32, 64][run % 2]), body, retired, true, 200);
        const after = retired.map((_, f) => (f < 200 && f % 3 === 0 ? 1 : 0));
        gpu.device.queue.writeBuffer(faces.geometry, 0, integerGeometry(body, after));
        const removed = [...Array(200).keys()].filter((f) => f % 3 === 0);
        const added = Array.from({ length: 200 }, (_, k) => 200 + k);
        index.edit({ ...faces, faceCount: 400 }, touchedCells(grid, body, removed, added));
        const { cells, state } = await readIndex(gpu, index);
        seen.add(JSON.stringify([cells, state[1], state[2]]));
        for (const used of [index, faces.geometry]) used.destroy();
      }
      expect(seen.size).toBe(1);
    }),
  );
});
