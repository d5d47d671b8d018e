// What else lies in a folder of DICOM slices: other files, damaged slices, other series, duplicates; slices that are
// not evenly spaced; and the frames of an enhanced file.

import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { loadVolume, readVolume } from '#io';
import { type DicomOptions, dicomBytes, dicomSeries, ds, type Element, withoutPreamble } from '#harness/io-dicom.ts';
import { asyncRefusal } from '#harness/io-errors.ts';
import { sampled, type VolumePlan } from '#harness/io-volumes.ts';
import { longRun } from '#harness/long-run.ts';

const SLICES = 9;
const IMPLICIT = '1.2.840.10008.1.2';
const EXPLICIT = '1.2.840.10008.1.2.1';
const BIG = '1.2.840.10008.1.2.2';
/** A value of its own in every voxel, and 50 more a mm along z. */
const plan: VolumePlan = {
  dimensions: [4, 3, SLICES],
  frame: [0.5, 0, 0, 10, 0, 0.7, 0, -20, 0, 0, 1.25, -3],
  value: (x, y, z) => Math.round(6 * (x - 10) + 7 * (y + 20)) + 40 * (z + 3),
};
const expected = sampled(plan);
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});
/** In a folder, slice k is "IMk.dcm". */
function folderOf(files: readonly Uint8Array[], more: Readonly<Record<string, Uint8Array | string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'kerf-slices-'));
  folders.push(folder);
  for (const [k, file] of files.entries()) writeFileSync(join(folder, `IM${k}.dcm`), file);
  for (const [name, content] of Object.entries(more)) writeFileSync(join(folder, name), content);
  return folder;
}
/** The slices, from the lowest up. */
function inOrder(options: DicomOptions = {}, of = plan): Uint8Array[] {
  const files = dicomSeries(of, options);
  const odd = Math.floor(of.dimensions[2] / 2);
  return Array.from({ length: of.dimensions[2] }, (_, k) => files[k % 2 === 1 ? odd - 1 - (k - 1) / 2 : odd + k / 2]);
}
const read = (files: readonly Uint8Array[], options = {}) => readVolume(files, 'dicom', 'series', options);

describe('slices without the preamble', () => {
  test.each([
    ['group 0002 kept', EXPLICIT, true],
    ['the data set alone, explicit', EXPLICIT, false],
    ['the data set alone, implicit', IMPLICIT, false],
    ['the data set alone, big-endian', BIG, false],
  ])('%s: some of them, and all', async (_what, syntax, keepsMeta) => {
    const files = inOrder({ syntax });
    const bare = files.map((file) => withoutPreamble(file, keepsMeta));
    for (const mixed of [files.map((file, k) => (k === 0 || k === SLICES - 1 ? bare[k] : file)), bare]) {
      for (const { values, notices } of [await read(mixed), (await loadVolume(folderOf(mixed))).volume]) {
        expect(Array.from(values)).toEqual(expected);
        expect(notices).toHaveLength(keepsMeta ? 0 : 1);
        if (!keepsMeta) expect(notices?.[0]).toContain(`read by transfer syntax ${syntax}: "`);
      }
    }
  });
});

describe('a slice that is damaged', () => {
  test('cut anywhere, at either end of the series or between: refused, never left out', async () => {
    const files = inOrder();
    const folder = folderOf(files);
    for (const [k, bare] of [
      [0, true],
      [4, false],
      [SLICES - 1, false],
    ] as const) {
      const file = bare ? withoutPreamble(files[k], false) : files[k];
      for (let length = 0; length < file.length; length += longRun(length < 140 ? 11 : 47, 131)) {
        const cut = file.slice(0, length);
        writeFileSync(join(folder, `IM${k}.dcm`), cut);
        const codes = [await asyncRefusal(loadVolume(folder))];
        if (length < 132 || !bare) codes.push(await asyncRefusal(read(files.map((own, i) => (i === k ? cut : own)))));
        for (const code of codes) expect(['TRUNCATED', 'BAD_HEADER']).toContain(code);
      }
      writeFileSync(join(folder, `IM${k}.dcm`), files[k]);
    }
  });

  test('cut before its pixels: by its name, unless it says that it is no picture', async () => {
    const ct: Element = [8, 0x16, 'UI', '1.2.840.10008.5.1.4.1.1.2'];
    const cut = dicomBytes([ct, [8, 0x60, 'CS', 'CT']]);
    await expect(read([...inOrder(), cut])).rejects.toThrow('"file 9": it ends before its pixels, expected those');
    expect(await asyncRefusal(read([...inOrder(), dicomBytes([[8, 0x60, 'CS', 'CT']])]))).toBe('TRUNCATED');
    const report = dicomBytes([[8, 0x16, 'UI', '1.2.840.10008.5.1.4.1.1.88.22']]);
    const { values, notices } = await read([...inOrder(), report, report]);
    expect(Array.from(values)).toEqual(expected);
    expect(notices).toEqual([
      '"series": 2 files are DICOM without pixels (a directory, a report or a plan), and passed over: "file 9", "file 10".',
    ]);
  });

  test('overwritten at its head: refused by its name, where other files are named in a notice', async () => {
    const files = inOrder();
    const folder = folderOf(files.slice(1), { 'IM0.dcm': files[0].map((byte, i) => (i < 200 ? 0x55 : byte)) });
    await expect(loadVolume(folder)).rejects.toThrow(
      '"IM0.dcm" has the name or the head of a slice and is no DICOM file',
    );
    // Only a byte of "DICM" is damaged, whatever the file's name.
    const flipped = files[0].map((byte, i) => (i === 129 ? byte ^ 1 : byte));
    expect(await asyncRefusal(loadVolume(folderOf(files.slice(1), { scan: flipped })))).toBe('TRUNCATED');
    expect(await asyncRefusal(read([flipped, ...files.slice(1)]))).toBe('TRUNCATED');
    const others = Object.fromEntries(Array.from({ length: 22 }, (_, i) => [`note${i}.txt`, 'about this scan']));
    const noted = folderOf(inOrder(), { ...others, '.empty': '' });
    const { volume } = await loadVolume(noted);
    expect(volume.notices?.[0]).toMatch(/^".*": 23 files are no DICOM, and passed over: "\.empty", .*, and 3 more\.$/);
  });

  test('slices behind links are read', async () => {
    const from = folderOf(inOrder());
    const to = folderOf([]);
    for (let k = 0; k < SLICES; k++) symlinkSync(join(from, `IM${k}.dcm`), join(to, `IM${k}.dcm`));
    expect(Array.from((await loadVolume(to)).volume.values)).toEqual(expected);
    symlinkSync(join(from, 'gone'), join(to, 'IM9.dcm'));
    expect(await asyncRefusal(loadVolume(to))).toBe('UNREADABLE');
  });
});

describe('several series', () => {
  const about: Element[] = [
    [0x20, 0xe, 'UI', '1.2.3.5'],
    [0x20, 0x11, 'IS', '7'],
    [8, 0x103e, 'LO', 'Soft tissue'],
  ];
  const other = inOrder({ elements: about }, { ...plan, value: () => 5 });
  const files = [...inOrder(), ...other];

  test('are listed, and one is chosen by its UID or its number', async () => {
    await expect(read(files)).rejects.toThrow(
      `there are 2 series: 1.2.3.4 (CT, ${SLICES} slices), 1.2.3.5 (number 7, "Soft tissue", CT, ${SLICES} slices)`,
    );
    for (const [series, values] of [
      ['1.2.3.4', expected],
      ['1.2.3.5', expected.map(() => 5)],
      ['7', expected.map(() => 5)],
    ] as const) {
      const volume = await read(files, { series });
      expect(Array.from(volume.values)).toEqual(values);
      expect(volume.notices?.[0]).toMatch(/^"series": other series are left out: 1\.2\.3\.[45] \(.*9 slices\)\.$/);
    }
    expect(await asyncRefusal(read(files, { series: '1.2.3' }))).toBe('UNKNOWN_SERIES');
    expect(await asyncRefusal(read(files, { series: '' }))).toBe('UNKNOWN_SERIES');
  });

  test('a localiser, of its own series or of the same, is set aside with a notice', async () => {
    const kind: Element = [8, 8, 'CS', 'ORIGINAL\\PRIMARY\\LOCALIZER'];
    for (const elements of [[kind], [kind, ...about]]) {
      const scout = dicomSeries({ ...plan, dimensions: [7, 5, 2] }, { elements });
      const volume = await read([...scout, ...inOrder()]);
      expect(Array.from(volume.values)).toEqual(expected);
      expect(volume.notices).toEqual(['"series": 2 files are localisers, and set aside: "file 0", "file 1".']);
    }
    // Localisers without other slices are the series.
    expect((await read(inOrder({ elements: [kind] }))).notices).toEqual([]);
  });

  test('an exact double is set aside, one with other values is refused by its name', async () => {
    const volume = await read([...inOrder(), inOrder()[4], inOrder()[0]]);
    expect(Array.from(volume.values)).toEqual(expected);
    expect(volume.notices).toEqual([
      '"series": 2 files are the same as others in place and values, and set aside: "file 9", "file 10".',
    ]);
    const changed = inOrder({}, { ...plan, value: (x, y, z) => plan.value(x, y, z) + 1 });
    await expect(read([...inOrder(), changed[4]])).rejects.toThrow('"file 4" and "file 9" lie in one place and differ');
    await expect(read([...inOrder(), changed[4]], { acceptUneven: 9 })).rejects.toThrow('lie in one place and differ');
  });
});

describe('slices that are not evenly spaced', () => {
  const at = (places: readonly number[], digits = 9) =>
    inOrder(
      { position: ([x, y], k) => ds(x, y, Number(places[k].toFixed(digits))) },
      {
        ...plan,
        dimensions: [4, 3, places.length],
        value: (x, y, z) => plan.value(x, y, places[Math.round((z + 3) / 1.25)]),
      },
    );
  const even = Array.from({ length: SLICES }, (_, k) => 1.25 * k);

  test('the place of the largest jump is named: a gap, a double, a drift, a step aside, alone and together', async () => {
    const gap = [0, 1, 2, 3, 4, 6, 7, 8];
    await expect(read(at(gap))).rejects.toThrow(
      '"file 5" (slice 5 of 8, counted from 0) lies 2.000 mm from "file 4" before it, where 1.000 mm are usual',
    );
    await expect(read(at([0, 1, 2, 3, 4, 5, 6, 8]))).rejects.toThrow('"file 7" (slice 7 of 8');
    await expect(read(at([0, 2, 3, 4, 5, 6]))).rejects.toThrow('"file 1" (slice 1 of 6');
    // A duplicate with other values, close to its original.
    await expect(read(at([0, 1, 2, 2.001, 3, 4]))).rejects.toThrow('"file 3" (slice 3 of 6');
    await expect(read(at([0, 1, 2, 3.1, 4.2, 5.3, 9, 10, 11]))).rejects.toThrow('"file 6" (slice 6 of 9');
    const aside = inOrder({ position: ([x, y, z], k) => ds(x + (k === 3 ? 0.2 : 0), y, z) });
    await expect(read(aside)).rejects.toThrow(/"file [34]" \(slice [34] of 9/);
  });

  test('positions of two decimals are read, to within their rounding, and said', async () => {
    const thirds = Array.from({ length: SLICES }, (_, k) => (0.625 / 3) * k + 0.004);
    const { indexToWorld, notices } = await read(at(thirds, 2));
    expect(notices?.[0]).toContain('positions are written to 2 decimals, so slices lie up to 0.0');
    // Twice half a unit of the last digit, over the number of steps.
    expect(Math.abs(indexToWorld[10] - 0.625 / 3)).toBeLessThanOrEqual(0.01 / (SLICES - 1));
    // The same positions with four digits are off by more than these digits allow.
    const rounded = thirds.map((place) => Number(place.toFixed(2)));
    const exact = inOrder(
      { position: ([x, y], k) => `${ds(x, y)}\\${rounded[k].toFixed(4).replace(/0$/, '1')}` },
      plan,
    );
    expect(await asyncRefusal(read(exact))).toBe('UNEVEN_SLICES');
    // Too few digits do not hide a missing slice: whole mm, 1 mm apart.
    expect(await asyncRefusal(read(at([0, 1, 2, 4, 5])))).toBe('UNEVEN_SLICES');
    expect(await asyncRefusal(read(at([0, 1, 3])))).toBe('UNEVEN_SLICES');
  });

  test('directions of four decimals are read, to within their rounding, and said; of two they are not', async () => {
    const [c, s] = [Math.cos(0.3), Math.sin(0.3)];
    const turned: VolumePlan = {
      dimensions: [400, 2, 3],
      frame: [0.5 * c, -0.5 * s, 0, 0, 0.5 * s, 0.5 * c, 0, 0, 0, 0, 1, 0],
      value: () => 7,
    };
    const written = (digits: number) => [c, s, 0, -s, c, 0].map((x) => x.toFixed(digits)).join('\\');
    const files = (text: string) => dicomSeries(turned, { elements: [[0x20, 0x37, 'DS', text]] });
    const { notices } = await read(files(written(4)));
    // √3 · 0.00005 · (400 + 2) · 0.5 mm.
    expect(notices).toEqual(['"series": directions are written to 4 decimals, so a pixel may lie 0.017 mm off.']);
    expect((await read(files(written(9)))).notices).toEqual([]);
    expect(await asyncRefusal(read(files(written(2))))).toBe('UNEVEN_SLICES');
    expect(await asyncRefusal(read(files('0.9550\\0.2955\\0\\-0.2955\\0.9553\\0')))).toBe('UNEVEN_SLICES');
  });

  test('beyond that, acceptUneven resamples: a field that is linear in z comes out as it is', async () => {
    for (const places of [
      [0, 1, 2, 3, 4, 6, 7, 8],
      [0, 1.02, 2.1, 2.9, 4, 5.06, 6],
      even.map((place, k) => place + (k === 3 ? 0.3 : 0)),
      [0, 1, 3, 4, 5, 6, 8, 9],
    ]) {
      const { dimensions, values, indexToWorld, notices } = await read(at(places), { acceptUneven: 1.1 });
      const step = indexToWorld[10];
      const last = places[places.length - 1];
      expect(step * (dimensions[2] - 1)).toBeCloseTo(last, 9);
      expect(notices?.[0]).toContain(`${places.length} slices were resampled to ${dimensions[2]} planes`);
      const [x, y] = [10, -20];
      for (let k = 0; k < dimensions[2]; k++)
        // Stored values are rounded to whole numbers.
        expect(Math.abs(values[k * 12] - plan.value(x, y, step * k))).toBeLessThanOrEqual(0.5 + 1e-9);
    }
    // A gap of one slice is filled: as many planes as without the gap.
    expect((await read(at([0, 1, 2, 4, 5]), { acceptUneven: 1 })).dimensions[2]).toBe(6);
    await expect(read(at([0, 1, 2, 5, 6]), { acceptUneven: 1 })).rejects.toThrow('lies 3.000 mm from "file 2"');
    await expect(read(at([0, 1, 2, 5, 6]))).rejects.toThrow('--accept-uneven 2.000 of kerf bone');
    expect((await read(at(even), { acceptUneven: 1 })).notices).toEqual([]);
  });
});

describe('an enhanced file', () => {
  const [nx, ny, nz] = plan.dimensions;
  const { frame: m } = plan;
  /** Frame k is stored with an intercept of k. */
  const enhanced = (syntax: string, options: { places?: boolean; order?: readonly number[] } = {}) => {
    const { places = true, order = expected.slice(0, nz).map((_, k) => (k * 4) % nz) } = options;
    const little = syntax !== BIG;
    const view = new DataView(new ArrayBuffer(2 * nx * ny * nz));
    for (const [frame, k] of order.entries())
      for (let i = 0; i < nx * ny; i++) view.setInt16(2 * (frame * nx * ny + i), expected[k * nx * ny + i] - k, little);
    const orientation: Element = [0x20, 0x9116, 'SQ', [[[0x20, 0x37, 'DS', '1\\0\\0\\0\\1\\0']]]];
    const measures: Element = [0x28, 0x9110, 'SQ', [[[0x28, 0x30, 'DS', '0.7\\0.5']]]];
    const perFrame = order.map((k): Element[] => [
      [0x20, 0x9113, 'SQ', [[[0x20, 0x32, 'DS', ds(m[3], m[7], m[11] + m[10] * k)]]]],
      [
        0x28,
        0x9145,
        'SQ',
        [
          [
            [0x28, 0x1052, 'DS', String(k)],
            [0x28, 0x1053, 'DS', '1'],
          ],
        ],
      ],
    ]);
    return dicomBytes(
      [
        [8, 0x16, 'UI', '1.2.840.10008.5.1.4.1.1.2.1'],
        [0x20, 0xe, 'UI', '1.2.3.4'],
        [0x28, 2, 'US', 1],
        [0x28, 8, 'IS', String(nz)],
        [0x28, 0x10, 'US', ny],
        [0x28, 0x11, 'US', nx],
        [0x28, 0x100, 'US', 16],
        [0x28, 0x101, 'US', 16],
        [0x28, 0x102, 'US', 15],
        [0x28, 0x103, 'US', 1],
        [0x5200, 0x9229, 'SQ', [[orientation, measures]]],
        ...(places ? ([[0x5200, 0x9230, 'SQ', perFrame]] as Element[]) : []),
        [0x7fe0, 0x10, 'OW', new Uint8Array(view.buffer)],
      ],
      syntax,
    );
  };

  test.each([EXPLICIT, IMPLICIT, BIG])('its frames, in disorder, each with its own intercept: %s', async (syntax) => {
    const volume = await read([enhanced(syntax)]);
    expect(volume.dimensions).toEqual(plan.dimensions);
    expect(Array.from(volume.values)).toEqual(expected);
    for (const [i, entry] of volume.indexToWorld.entries()) expect(entry).toBeCloseTo(m[i], 9);
    const folder = folderOf([enhanced(syntax)]);
    expect(Array.from((await loadVolume(join(folder, 'IM0.dcm'))).volume.values)).toEqual(expected);
  });

  test('frames without places, a frame that is missing, a double frame', async () => {
    await expect(read([enhanced(EXPLICIT, { places: false })])).rejects.toThrow('it has 9 frames and the places of 0');
    const cut = enhanced(EXPLICIT);
    expect(await asyncRefusal(read([cut.slice(0, cut.length - 2)]))).toBe('TRUNCATED');
    const gap = enhanced(EXPLICIT, { order: [0, 1, 2, 3, 4, 5, 7, 8, 8] });
    await expect(read([gap])).rejects.toThrow('"file 0, frame 7" (slice 6 of 8, counted from 0) lies 2.500 mm');
  });
});
