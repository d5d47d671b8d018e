// Files whose numbers do not fit in JavaScript's heap: read all the same, or refused by name before an engine's limit.

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { FormatError } from '#core';
import { GrowingFloat64, GrowingUint32 } from '#io/growing-array.ts';
import { gunzip } from '#io/gunzip.ts';
import { readMesh } from '#io';
import { withinMemory } from '#io/within-memory.ts';
import { asyncRefusal, refusal } from '#harness/io-errors.ts';
import { bytesOf } from '#harness/io-volumes.ts';

const RUN = join(import.meta.dirname, 'large-file-run.mjs');

/** What Node and the package take of the heap before any input, with room to grow; 12 when this was written. */
const PACKAGE_MB = 16;

/** The result of a run in a process of its own with a heap of `heap` MB. */
async function run(name: string, count: number, heap: number): Promise<Record<string, unknown>> {
  const argv = [`--max-old-space-size=${heap}`, RUN, name, String(count)];
  const { stdout } = await promisify(execFile)(process.execPath, argv);
  return JSON.parse(stdout);
}

describe('numbers that would fill the heap', () => {
  // A plain array takes 8 bytes a number, and half as many again while it grows. The heap here has room for the text,
  // which lies in it, and for half of the numbers: far from what they would take and from what is needed without them.
  test.each<[name: string, count: number, text: number, numbers: number, found: Record<string, unknown>]>([
    ['obj', 800_000, 8, 3, { vertices: 800_000, faces: 1, last: 2 }],
    ['obj-lines', 1_600_000, 2, 1, { vertices: 3, faces: 1, last: 0 }],
    ['stl', 400_000, 85, 9, { vertices: 3, faces: 400_000, last: 0 }],
    ['vtp', 800_000, 6, 3, { vertices: 800_000, faces: 1, last: 2 }],
    [
      'volume',
      60,
      0,
      60 ** 2 * 10,
      { vertices: expect.any(Number), faces: expect.any(Number), last: expect.any(Number) },
    ],
    ['write', 300_000, 78, 6, { vertices: 300_000, faces: 300_000, last: 899_999 / 7 }],
  ])('%s', async (name, count, text, numbers, found) => {
    const heap = PACKAGE_MB + (count * (text + (8 * numbers) / 2)) / 2 ** 20;
    expect(await run(name, count, Math.ceil(heap))).toEqual(found);
  });

  test('an XML file of nothing but tags is refused', async () =>
    expect(await run('tags', 1_500_000, 256)).toMatchObject({ refused: 'TOO_LARGE' }));
});

describe('limits', () => {
  test.each([
    ['f64', (limit: number) => new GrowingFloat64('"a.obj": the coordinates', limit)],
    ['u32', (limit: number) => new GrowingUint32('"a.obj": the coordinates', 0, limit)],
  ])('a list of %s takes as many numbers as it may and says which list has more', (_, make) => {
    for (const limit of [1, 16, 1000]) {
      const list = make(limit);
      for (let i = 0; i < limit; i++) list.push(i);
      const error = (() => {
        try {
          list.push(7);
        } catch (thrown) {
          return thrown;
        }
      })();
      expect(error).toBeInstanceOf(FormatError);
      expect(error).toMatchObject({
        code: 'TOO_LARGE',
        message: expect.stringMatching(`^"a.obj": the coordinates are more than ${limit} numbers, .*; .*\\.$`),
      });
      expect([...list.toArray()]).toEqual(Array.from({ length: limit }, (__, i) => i));
    }
  });

  test('an array that no engine gives is an error that says so, any other error itself', () => {
    expect(refusal(() => withinMemory('a.nii', () => new Float64Array(2 ** 40)))).toBe('TOO_LARGE');
    expect(refusal(() => withinMemory('a.nii', () => new Float64Array(2 ** 53)))).toBe('TOO_LARGE');
    expect(() => withinMemory('a.nii', () => (1).toFixed(200))).toThrow(/toFixed/);
    expect(() => withinMemory('a.nii', () => JSON.parse('{'))).toThrow(SyntaxError);
    expect(withinMemory('a.nii', () => 7)).toBe(7);
  });

  test('gzipped bytes that swell beyond the limit are not unzipped to their end', async () => {
    const zipped = gzipSync(new Uint8Array(1e6));
    expect((await gunzip(zipped, 'a.nii.gz', 1e6)).length).toBe(1e6);
    expect(await asyncRefusal(gunzip(zipped, 'a.nii.gz', 1e6 - 1))).toBe('TOO_LARGE');
  });

  test('compressed blocks that claim more than they can hold take no memory', () => {
    const words = BigUint64Array.of(4n, 2n ** 40n, 0n, 8n, 8n, 8n, 8n);
    const data = Buffer.from(words.buffer).toString('base64');
    const file = `<VTKFile type="PolyData" header_type="UInt64" compressor="vtkZLibDataCompressor"><PolyData><Piece
      NumberOfPoints="3"><Points><DataArray type="Float32" NumberOfComponents="3" format="binary">${data}</DataArray>
      </Points></Piece></PolyData></VTKFile>`;
    expect(refusal(() => readMesh(bytesOf(file), 'vtp'))).toBe('BAD_COMPRESSION');
  });

  test('an attribute of a million numbers, or one as long, is refused', () => {
    const image = (extent: string) =>
      `<VTKFile type="PolyData"><PolyData><Piece NumberOfPoints="${extent}"/></PolyData></VTKFile>`;
    expect(refusal(() => readMesh(bytesOf(image('0 '.repeat(1e6))), 'vtp'))).toBe('TOO_LARGE');
    expect(refusal(() => readMesh(bytesOf(image('0 '.repeat(1e4))), 'vtp'))).toBe('BAD_COUNT');
  });
});
