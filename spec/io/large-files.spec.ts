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

/** The result of a run in a process of its own with a heap of `heap` MB. */
async function run(name: string, count: number, heap: number): Promise<Record<string, unknown>> {
  const argv = [`--max-old-space-size=${heap}`, RUN, name, String(count)];
  const { stdout } = await promisify(execFile)(process.execPath, argv);
  return JSON.parse(stdout);
}

describe('numbers that would fill the heap', () => {
  // 8 bytes a number in a plain array, which grows by half; the text is on the heap as well.
  test.each<[name: string, count: number, heap: number, found: Record<string, unknown>]>([
    ['obj', 400_000, 16, { vertices: 400_000, faces: 1, last: 2 }],
    ['obj-lines', 800_000, 16, { vertices: 3, faces: 1, last: 0 }],
    ['stl', 200_000, 32, { vertices: 3, faces: 200_000, last: 0 }],
    ['vtp', 400_000, 16, { vertices: 400_000, faces: 1, last: 2 }],
    ['volume', 45, 16, { vertices: expect.any(Number), faces: expect.any(Number), last: expect.any(Number) }],
    ['write', 150_000, 24, { vertices: 150_000, faces: 150_000, last: 449_999 / 7 }],
  ])('%s', async (name, count, heap, found) => expect(await run(name, count, heap)).toEqual(found));

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
