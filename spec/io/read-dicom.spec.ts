// DICOM series: the slices of a ball in every way of storing them, in disorder, tilted; what lies beside them, and what
// is refused.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from '@jest/globals';
import { loadSurfaceFromVolume, readSurfaceFromVolume } from '../../lib/io/index.ts';
import { ballPlan, expectBall } from '../harness/ball-surface.ts';
import { type DicomOptions, dicomBytes, dicomSeries, ds, type Element } from '../harness/io-dicom.ts';
import { asyncRefusal } from '../harness/io-errors.ts';

const ISO = 300;
const plan = ballPlan(ISO);
const surfaceOf = (files: readonly Uint8Array[], iso = ISO) =>
  readSurfaceFromVolume(files, 'dicom', iso, { name: 'series' });
const refused = (options: DicomOptions) => asyncRefusal(surfaceOf(dicomSeries(plan, options)));

describe('a ball, its slices in disorder', () => {
  test.each<[string, DicomOptions]>([
    ['unsigned 16 bits, explicit little endian', {}],
    ['implicit little endian', { syntax: '1.2.840.10008.1.2' }],
    ['explicit big endian', { syntax: '1.2.840.10008.1.2.2' }],
    ['signed, no intercept', { signed: true, intercept: 0 }],
    ['12 of 16 bits, with others beside them', { bitsStored: 12 }],
    ['12 of 16 bits, signed, at the top of the word', { bitsStored: 12, highBit: 15, signed: true, intercept: 0 }],
    ['32 bits', { bitsAllocated: 32 }],
    ['32 bits, signed, big endian', { bitsAllocated: 32, signed: true, syntax: '1.2.840.10008.1.2.2' }],
    ['a slope of 2', { slope: 2 }],
    ['a slope that is no whole number', { slope: 0.25, intercept: -1024.5 }],
    ['slope and intercept absent, values above 0', { intercept: 0, without: [0x281052, 0x281053] }],
    ['MONOCHROME1, which only shows them otherwise', { elements: [[0x28, 4, 'CS', 'MONOCHROME1']] }],
  ])('%s', async (_what, options) => {
    const mesh = await surfaceOf(dicomSeries(plan, options));
    expectBall(mesh, plan.centre, options.slope ?? 1);
    expect(mesh.frame).toBe('LPS');
  });

  test('8 bits', async () => {
    const value = (x: number, y: number, z: number) => (plan.value(x, y, z) - ISO) / 10;
    const options = { bitsAllocated: 8, intercept: -128 };
    expectBall(await surfaceOf(dicomSeries({ ...plan, value }, options), 0), plan.centre, 10);
  });

  test('slices that run down, and a tilted gantry', async () => {
    const down = ballPlan(ISO, { mirror: true });
    expectBall(await surfaceOf(dicomSeries(down)), down.centre, 1);
    const tilted = ballPlan(ISO, { shear: 0.4 });
    expectBall(await surfaceOf(dicomSeries(tilted)), tilted.centre, 1);
  });

  test('a slope of its own for each slice', async () => {
    const coarse = dicomSeries(plan, { slope: 3 });
    const mixed = dicomSeries(plan).map((file, i) => (i % 2 === 0 ? file : coarse[i]));
    expectBall(await surfaceOf(mixed), plan.centre, 3);
  });

  test('in any order: the same surface', async () => {
    const files = dicomSeries(plan);
    expect(await surfaceOf([...files].reverse())).toEqual(await surfaceOf(files));
  });

  test('gzipped files, and views within larger buffers', async () => {
    const files = dicomSeries(plan).map((file, i) => {
      if (i % 2 === 0) return new Uint8Array(gzipSync(file));
      const around = new Uint8Array(file.length + 9);
      around.set(file, 5);
      return around.subarray(5, 5 + file.length);
    });
    expectBall(await surfaceOf(files), plan.centre, 1);
  });
});

describe('a folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kerf-dicom-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const series = join(folder, 'CT 1#');
  mkdirSync(join(series, 'older'), { recursive: true });
  for (const [i, file] of dicomSeries(plan).entries()) writeFileSync(join(series, `IM${i}`), file);
  writeFileSync(join(series, 'readme.txt'), 'about this scan');
  writeFileSync(join(series, 'DICOMDIR'), dicomBytes([[4, 0x1130, 'CS', 'ROOT']]));
  writeFileSync(join(series, 'older', 'IM0'), dicomSeries(plan)[0]);

  test('its slices, without what else is in it; as a path, with a stroke behind, and as a URL', async () => {
    const mesh = await loadSurfaceFromVolume(series, ISO);
    expectBall(mesh, plan.centre, 1);
    expect(mesh.name).toBe('CT 1#');
    for (const source of [`${series}/`, pathToFileURL(series)])
      expect((await loadSurfaceFromVolume(source, ISO)).positions).toEqual(mesh.positions);
  });

  test('without a slice, or with one; a single file', async () => {
    expect(await asyncRefusal(loadSurfaceFromVolume(folder, ISO))).toBe('BAD_HEADER');
    expect(await asyncRefusal(loadSurfaceFromVolume(join(series, 'older'), ISO))).toBe('BAD_DIMENSIONS');
    writeFileSync(join(folder, 'one.dcm'), dicomSeries(plan)[0]);
    expect(await asyncRefusal(loadSurfaceFromVolume(join(folder, 'one.dcm'), ISO))).toBe('BAD_DIMENSIONS');
    expect(await asyncRefusal(loadSurfaceFromVolume(join(folder, 'absent'), ISO))).toBe('UNKNOWN_FORMAT');
  });
});

describe('refused', () => {
  const element = (...made: Element[]) => refused({ elements: made });

  test('compressed pixels, by the name of how; several frames; colour', async () => {
    for (const [syntax, name] of [
      ['1.2.840.10008.1.2.4.90', 'JPEG 2000'],
      ['1.2.840.10008.1.2.4.70', 'JPEG lossless'],
      ['1.2.840.10008.1.2.4.50', 'JPEG'],
      ['1.2.840.10008.1.2.4.80', 'JPEG-LS'],
      ['1.2.840.10008.1.2.5', 'run lengths'],
      ['1.2.3.4.5', 'not known here'],
    ]) {
      const files = surfaceOf(dicomSeries(plan, { syntax }));
      await expect(files).rejects.toThrow(`${syntax} (${name})`);
      await expect(files).rejects.toThrow('decompress the series first');
      expect(await refused({ syntax })).toBe('UNSUPPORTED');
    }
    expect(await element([0x28, 8, 'IS', '2'])).toBe('UNSUPPORTED');
    expect(await element([0x28, 2, 'US', 3])).toBe('UNSUPPORTED');
  });

  test('what a slice must tell', async () => {
    for (const tag of [0x200032, 0x200037, 0x280010, 0x280011, 0x280030, 0x280100])
      expect(await refused({ without: [tag] })).toBe('BAD_HEADER');
    expect(await element([0x28, 0x30, 'DS', '0.5'])).toBe('BAD_HEADER');
    expect(await element([0x28, 0x30, 'DS', '0.5\\0'])).toBe('BAD_HEADER');
    expect(await element([0x20, 0x32, 'DS', '1\\2\\x'])).toBe('BAD_HEADER');
    expect(await element([0x28, 0x1053, 'DS', 'steep'])).toBe('BAD_HEADER');
    expect(await element([0x28, 0x100, 'US', 24])).toBe('UNSUPPORTED');
    expect(await element([0x28, 0x101, 'US', 17])).toBe('BAD_HEADER');
    expect(await element([0x28, 0x102, 'US', 16])).toBe('BAD_HEADER');
    expect(await element([0x28, 0x10, 'US', 1])).toBe('BAD_HEADER');
    expect(await element([0x28, 0x10, 'US', 23])).toBe('TRUNCATED');
    expect(await element([0x28, 0x10, 'US', 21])).toBe('BAD_COUNT');
    // Directions that are no unit vectors, or not square to each other.
    expect(await element([0x20, 0x37, 'DS', ds(2, 0, 0, 0, 1, 0)])).toBe('UNEVEN_SLICES');
    expect(await element([0x20, 0x37, 'DS', ds(1, 0, 0, 0.6, 0.8, 0)])).toBe('UNEVEN_SLICES');
    expect(await refused({ without: [0x7fe00010] })).toBe('TRUNCATED');
    expect(await refused({ without: [0x7fe00010, 0x280010] })).toBe('BAD_DIMENSIONS');
  });

  test('a slice that is missing, twice there, or from another scan', async () => {
    const files = dicomSeries(plan);
    // Neither the first nor the last along the normal.
    const middle = 3;
    expect(await asyncRefusal(surfaceOf(files.filter((_, i) => i !== middle)))).toBe('UNEVEN_SLICES');
    expect(await asyncRefusal(surfaceOf([...files, files[middle]]))).toBe('UNEVEN_SLICES');
    expect(await asyncRefusal(surfaceOf([files[0], files[0]]))).toBe('UNEVEN_SLICES');
    const other = dicomSeries(plan, { elements: [[0x20, 0xe, 'UI', '1.2.3.5']] });
    const mixed = surfaceOf([...files, ...other.slice(0, 2)]);
    await expect(mixed).rejects.toThrow('1.2.3.4 (15 slices), 1.2.3.5 (2 slices)');
    expect(await asyncRefusal(surfaceOf([...files, ...other]))).toBe('MIXED_SERIES');
    const smaller = dicomSeries({ ...plan, dimensions: [30, 20, 15] });
    expect(await asyncRefusal(surfaceOf([...files.slice(1), smaller[0]]))).toBe('BAD_DIMENSIONS');
    const turned = dicomSeries(ballPlan(ISO, { turn: false }));
    expect(await asyncRefusal(surfaceOf([...files.slice(1), turned[0]]))).toBe('UNEVEN_SLICES');
  });

  test('no files, files that are none, and every kind of a cut', async () => {
    expect(await asyncRefusal(surfaceOf([]))).toBe('BAD_HEADER');
    expect(await asyncRefusal(surfaceOf([new Uint8Array(500)]))).toBe('BAD_HEADER');
    const [first, ...rest] = dicomSeries(plan);
    const codes = new Set<string>();
    for (let length = 133; length < first.length; length += 29)
      codes.add(await asyncRefusal(surfaceOf([first.slice(0, length), ...rest])));
    // Cut before it tells that it is a picture it is passed over: a slice is missing.
    expect(
      [...codes].filter((code) => !['TRUNCATED', 'BAD_HEADER', 'UNEVEN_SLICES', 'UNSUPPORTED'].includes(code)),
    ).toEqual([]);
    expect(codes).toContain('TRUNCATED');
  });
});
