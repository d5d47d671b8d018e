// DICOM series: the slices of a ball in every way of storing them, out of order, tilted; files that lie beside them,
// and what is refused.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from '@jest/globals';
import { loadSurfaceFromVolume, readSurfaceFromVolume, readVolume } from '#io';
import { ballPlan, expectBall } from '#harness/ball-surface.ts';
import { type DicomOptions, dicomBytes, dicomSeries, ds, type Element, withoutPreamble } from '#harness/io-dicom.ts';
import { asyncRefusal } from '#harness/io-errors.ts';
import { sampled, type VolumePlan } from '#harness/io-volumes.ts';
import { inDeep } from '#harness/sets.ts';

const ISO = 300;
const plan = ballPlan(ISO);
const surfaceOf = (files: readonly Uint8Array[], iso = ISO) =>
  readSurfaceFromVolume(files, 'dicom', iso, { name: 'series', onNotice: () => {} });
const refused = (options: DicomOptions) => asyncRefusal(surfaceOf(dicomSeries(plan, options)));

describe('a ball, its slices in disorder', () => {
  const surfaces = (ways: readonly [string, DicomOptions][]) =>
    test.each(ways)('%s', async (_what, options) => {
      const mesh = await surfaceOf(dicomSeries(plan, options));
      expectBall(mesh, plan.centre, options.slope ?? 1);
      expect(mesh.frame).toBe('LPS');
    });
  surfaces([
    ['implicit little endian', { syntax: '1.2.840.10008.1.2' }],
    ['12 of 16 bits, signed, at the top of the word', { bitsStored: 12, highBit: 15, signed: true, intercept: 0 }],
    ['32 bits, signed, big endian', { bitsAllocated: 32, signed: true, syntax: '1.2.840.10008.1.2.2' }],
    ['a slope that is no whole number', { slope: 0.25, intercept: -1024.5 }],
  ]);
  inDeep(() =>
    surfaces([
      ['unsigned 16 bits, explicit little endian', {}],
      ['explicit big endian', { syntax: '1.2.840.10008.1.2.2' }],
      ['signed, no intercept', { signed: true, intercept: 0 }],
      ['12 of 16 bits, with others beside them', { bitsStored: 12 }],
      ['32 bits', { bitsAllocated: 32 }],
      ['a slope of 2', { slope: 2 }],
      ['slope and intercept absent, values above 0', { intercept: 0, without: [0x281052, 0x281053] }],
      ['MONOCHROME1, which only shows them otherwise', { elements: [[0x28, 4, 'CS', 'MONOCHROME1']] }],
    ]),
  );

  test('8 bits in words of two bytes, big-endian: swapped in pairs, also where a frame has an odd number', async () => {
    for (const columns of [4, 5]) {
      const small: VolumePlan = {
        dimensions: [columns, 3, 2],
        frame: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0],
        value: (x, y, z) => 10 * x + 50 * y + z,
      };
      const stored = sampled(small);
      const slice = (k: number) => {
        const own = stored.slice(k * 3 * columns, (k + 1) * 3 * columns);
        if (own.length % 2 === 1) own.push(0);
        return Uint8Array.from(own, (_, i) => own[i ^ 1]);
      };
      for (const [vr, pixels] of [
        ['OW', slice],
        ['OB', (k: number) => Uint8Array.from(stored.slice(k * 3 * columns, (k + 1) * 3 * columns))],
      ] as const) {
        const files = [0, 1].map(
          (k) =>
            dicomSeries(small, {
              bitsAllocated: 8,
              intercept: 0,
              syntax: '1.2.840.10008.1.2.2',
              elements: [[0x7fe0, 0x10, vr, pixels(k)]],
            })[1 - k],
        );
        expect(Array.from((await readVolume(files, 'dicom', 'series')).values)).toEqual(stored);
      }
    }
  });

  test.each([false, true])('a Modality LUT in place of a slope, signed: %p', async (signed) => {
    // Every second value, from 357 on; stored values below or above the table get its first or last entry.
    const low = signed ? -20 : 10;
    const small: VolumePlan = {
      dimensions: [4, 3, 2],
      frame: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0],
      value: (x, y, z) => low - 3 + x + 4 * y + 12 * z,
    };
    const entries = 20;
    const expected = sampled(small).map((value) => 714 + 2 * Math.min(entries - 1, Math.max(0, value - low)));
    for (const syntax of ['1.2.840.10008.1.2', '1.2.840.10008.1.2.1', '1.2.840.10008.1.2.2']) {
      const words = (numbers: readonly number[]) => {
        const view = new DataView(new ArrayBuffer(2 * numbers.length));
        for (const [i, n] of numbers.entries()) view.setUint16(2 * i, n, !syntax.endsWith('2.2'));
        return new Uint8Array(view.buffer);
      };
      const table = Array.from({ length: entries }, (_, i) => 714 + 2 * i);
      const lut: Element = [
        0x28,
        0x3000,
        'SQ',
        [
          [
            [0x28, 0x3002, signed ? 'SS' : 'US', words([entries, low & 0xffff, 16])],
            [0x28, 0x3004, 'LO', 'HU'],
            [0x28, 0x3006, 'OW', words(table)],
          ],
        ],
      ];
      const options = { syntax, signed, intercept: 0, without: [0x281052, 0x281053], elements: [lut] };
      expect(Array.from((await readVolume(dicomSeries(small, options), 'dicom', 'lut')).values)).toEqual(expected);
      // A slope of 1 adds nothing; another slope, or a truncated table, is refused.
      const both = dicomSeries(small, { ...options, without: [] });
      expect(Array.from((await readVolume(both, 'dicom', 'lut')).values)).toEqual(expected);
      expect(
        await asyncRefusal(readVolume(dicomSeries(small, { ...options, slope: 2, without: [] }), 'dicom', 'lut')),
      ).toBe('BAD_HEADER');
      const cut: Element = [
        0x28,
        0x3000,
        'SQ',
        [
          [
            [0x28, 0x3002, 'US', words([entries, 0, 16])],
            [0x28, 0x3006, 'OW', words([1])],
          ],
        ],
      ];
      const short = dicomSeries(small, { ...options, elements: [cut] });
      expect(await asyncRefusal(readVolume(short, 'dicom', 'lut'))).toBe('TRUNCATED');
    }
  });

  test('Float Pixel Data and Double Float Pixel Data', async () => {
    const small: VolumePlan = {
      dimensions: [3, 2, 2],
      frame: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0],
      value: (x, y, z) => x / 4 - 300 * y + 0.5 ** 7 * z,
    };
    const values = sampled(small);
    for (const [element, vr, size] of [
      [8, 'OF', 4],
      [9, 'OD', 8],
    ] as const)
      for (const syntax of ['1.2.840.10008.1.2.1', '1.2.840.10008.1.2.2']) {
        const files = [0, 1].map((k) => {
          const view = new DataView(new ArrayBuffer(6 * size));
          for (let i = 0; i < 6; i++)
            view[size === 4 ? 'setFloat32' : 'setFloat64'](size * i, values[6 * k + i], !syntax.endsWith('2.2'));
          const elements: Element[] = [
            [0x20, 0x32, 'DS', ds(0, 0, k)],
            [0x7fe0, element, vr, new Uint8Array(view.buffer)],
          ];
          const without = [0x7fe00010, 0x280101, 0x280102, 0x280103, 0x281052, 0x281053];
          return dicomSeries(small, { syntax, elements, without })[0];
        });
        expect(Array.from((await readVolume(files, 'dicom', 'float')).values)).toEqual(values);
      }
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
    const notices: string[] = [];
    const onNotice = (sentence: string) => notices.push(sentence);
    const mesh = await loadSurfaceFromVolume(series, ISO, { onNotice });
    expectBall(mesh, plan.centre, 1);
    expect(mesh.name).toBe('CT 1#');
    expect(notices).toEqual([
      `"${series}": 1 file is no DICOM, and passed over: "readme.txt".`,
      `"${series}": 1 file is DICOM without pixels (a directory, a report or a plan), and passed over: "DICOMDIR".`,
    ]);
    for (const source of [`${series}/`, pathToFileURL(series)])
      expect((await loadSurfaceFromVolume(source, ISO, { onNotice })).positions).toEqual(mesh.positions);
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
    const deflated = dicomSeries(plan, { syntax: '1.2.840.10008.1.2.1.99' }).map((file) => {
      const body = withoutPreamble(file, false);
      return Uint8Array.from([...file.slice(0, file.length - body.length), ...deflateRawSync(body)]);
    });
    await expect(surfaceOf(deflated)).rejects.toThrow('transfer syntax 1.2.840.10008.1.2.1.99 (deflated), expected');
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
    // Directions that are not unit vectors, or not perpendicular to each other.
    expect(await element([0x20, 0x37, 'DS', ds(2, 0, 0, 0, 1, 0)])).toBe('UNEVEN_SLICES');
    expect(await element([0x20, 0x37, 'DS', ds(1, 0, 0, 0.6, 0.8, 0)])).toBe('UNEVEN_SLICES');
    expect(await refused({ without: [0x7fe00010] })).toBe('TRUNCATED');
    expect(await refused({ without: [0x7fe00010, 0x280010] })).toBe('TRUNCATED');
    expect(await refused({ syntax: 'constructor' })).toBe('UNSUPPORTED');
  });

  test('a slice that is missing, twice there, or from another scan', async () => {
    const files = dicomSeries(plan);
    // Neither the first nor the last along the normal.
    const middle = 3;
    expect(await asyncRefusal(surfaceOf(files.filter((_, i) => i !== middle)))).toBe('UNEVEN_SLICES');
    expect(await asyncRefusal(surfaceOf([files[0], files[0]]))).toBe('BAD_DIMENSIONS');
    const other = dicomSeries(plan, { elements: [[0x20, 0xe, 'UI', '1.2.3.5']] });
    const mixed = surfaceOf([...files, ...other.slice(0, 2)]);
    await expect(mixed).rejects.toThrow('1.2.3.4 (CT, 15 slices), 1.2.3.5 (CT, 2 slices)');
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
    // A file cut before it says that it is a picture is skipped: a slice is missing.
    expect(
      [...codes].filter((code) => !['TRUNCATED', 'BAD_HEADER', 'UNEVEN_SLICES', 'UNSUPPORTED'].includes(code)),
    ).toEqual([]);
    expect(codes).toContain('TRUNCATED');
  });
});
