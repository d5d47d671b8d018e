// Bytes of a CT volume → its isosurface: the same surface as from its address, and every refusal typed.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from '@jest/globals';
import { loadSurfaceFromVolume, readSurfaceFromVolume, type VolumeFormat } from '#io';
import { asyncRefusal } from '#harness/io-errors.ts';
import { signedVolume, unpairedEdges } from '#harness/io-meshes.ts';
import { ballVolume, bytesOf, niftiBytes, vtiText } from '#harness/io-volumes.ts';
import { mulberry32 } from '#harness/random.ts';

const RADIUS = 20;
/** Voxels along each axis; one lies in the centre. */
const COUNT = 15;
const ISO = 300;
const plan = ballVolume(RADIUS, ISO, COUNT);
const FILES: readonly (readonly [VolumeFormat, Uint8Array])[] = [
  ['vti', bytesOf(vtiText(plan))],
  ['nii', niftiBytes(plan)],
  ['nii.gz', new Uint8Array(gzipSync(niftiBytes(plan)))],
];

const folder = mkdtempSync(join(tmpdir(), 'kerf-volume-bytes-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(FILES)('%s', (format, bytes) => {
  test('the surface that its address gives, byte for byte, at two values', async () => {
    const path = join(folder, `ball.${format}`);
    writeFileSync(path, bytes);
    for (const iso of [ISO, ISO - 200]) {
      const byAddress = await loadSurfaceFromVolume(path, iso);
      const name = `ball.${format}`;
      expect(await readSurfaceFromVolume(bytes, format, iso, { name })).toEqual(byAddress);
      expect(await readSurfaceFromVolume(bytes.slice().buffer, format, iso, { name })).toEqual(byAddress);
      // A view in the middle of a buffer.
      const around = new Uint8Array(bytes.length + 11);
      around.set(bytes, 5);
      expect(await readSurfaceFromVolume(around.subarray(5, 5 + bytes.length), format, iso, { name })).toEqual(
        byAddress,
      );
    }
  });

  test('the value is the surface: 200 less lie two millimetres further out; the bytes stay as they are', async () => {
    const before = bytes.slice();
    for (const [iso, radius] of [
      [ISO, RADIUS],
      [ISO - 200, RADIUS + 2],
    ]) {
      const mesh = await readSurfaceFromVolume(bytes, format, iso);
      expect(mesh.name).toBe('volume');
      expect(unpairedEdges(mesh)).toBe(0);
      // Within the ball and outside a smaller one, as a chord over a cell's diagonal d sinks by d²/(8·R); linear
      // interpolation over an edge s errs by s²/(8·(R − s)), f32 voxels by far less.
      const s = (2.6 * RADIUS) / (COUNT - 1);
      const off = (s * s) / (8 * (radius - s));
      expect(signedVolume(mesh)).toBeLessThan((4 / 3) * Math.PI * (radius + off) ** 3);
      expect(signedVolume(mesh)).toBeGreaterThan((4 / 3) * Math.PI * (radius - off - (3 * s * s) / (8 * radius)) ** 3);
    }
    expect(bytes).toEqual(before);
  });

  test('nothing at that value: the range is named', async () => {
    for (const iso of [1e6, -1e6]) {
      const read = readSurfaceFromVolume(bytes, format, iso, { name: 'head' });
      await expect(read).rejects.toThrow(/^"head" has no surface at -?1000000: its values run from -\d.* to 2\d\d\d/);
      expect(await asyncRefusal(readSurfaceFromVolume(bytes, format, iso))).toBe('EMPTY_MESH');
    }
  });

  test('an iso value that is no finite number, before the bytes are looked at', async () => {
    for (const iso of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])
      expect(await asyncRefusal(readSurfaceFromVolume(new Uint8Array(0), format, iso))).toBe('BAD_ISO_VALUE');
  });

  test('nothing, and every kind of a cut', async () => {
    expect(await asyncRefusal(readSurfaceFromVolume(new ArrayBuffer(0), format, ISO))).toBe('TRUNCATED');
    const random = mulberry32(610);
    const lengths = [
      1,
      2,
      3,
      bytes.length - 1,
      ...Array.from({ length: 20 }, () => Math.floor(random() * bytes.length)),
    ];
    const codes = new Map<string, number>();
    for (const length of lengths.filter((n) => n > 0)) {
      const code = await asyncRefusal(readSurfaceFromVolume(bytes.slice(0, length), format, ISO));
      codes.set(code, (codes.get(code) ?? 0) + 1);
    }
    // The XML of a VTI may also be cut before its head is XML.
    expect([...codes.keys()].filter((code) => !['TRUNCATED', 'BAD_HEADER'].includes(code))).toEqual([]);
    expect(codes.get('TRUNCATED')).toBeGreaterThan(20);
  });
});

test('gzipped bytes are unzipped in every format, plain ones taken as they are', async () => {
  const [[, vti], [, nii]] = FILES;
  const zipped = await readSurfaceFromVolume(new Uint8Array(gzipSync(vti)), 'vti', ISO);
  expect(zipped).toEqual(await readSurfaceFromVolume(vti, 'vti', ISO));
  expect(await readSurfaceFromVolume(nii, 'nii.gz', ISO)).toEqual(await readSurfaceFromVolume(nii, 'nii', ISO));
});

test('another format than the bytes have, one that is unknown, a zipped nothing', async () => {
  const [[, vti], [, nii], [, gz]] = FILES;
  const refused = (bytes: Uint8Array, format: VolumeFormat) => asyncRefusal(readSurfaceFromVolume(bytes, format, ISO));
  expect(await refused(nii, 'vti')).toBe('BAD_HEADER');
  expect(await refused(gz, 'vti')).toBe('BAD_HEADER');
  expect(await refused(vti, 'nii')).toBe('BAD_HEADER');
  expect(await refused(vti, 'nii.gz')).toBe('BAD_HEADER');
  expect(await refused(new Uint8Array(4000).fill(7), 'nii')).toBe('BAD_HEADER');
  for (const format of ['stl', 'NII', '', '.nii'])
    expect(await asyncRefusal(readSurfaceFromVolume(nii, format as never, ISO, { name: 'x' }))).toBe('UNKNOWN_FORMAT');
  expect(await refused(new Uint8Array(gzipSync(new Uint8Array(0))), 'nii.gz')).toBe('TRUNCATED');
  const damaged = gz.slice();
  damaged[gz.length - 6] ^= 1;
  expect(await refused(damaged, 'nii.gz')).toBe('BAD_COMPRESSION');
});
