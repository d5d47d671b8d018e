// writeNifti, writeNrrd: the bytes by the formats' definitions, what kerf's readers and nifti-reader-js find in them,
// and what is refused.

import { gunzipSync } from 'node:zlib';
import { describe, expect, jest, test } from '@jest/globals';
import { readHeader, readImage } from 'nifti-reader-js';
import { readVolume, type Segment, type VolumeInMemory, writeNifti, writeNrrd } from '#io';
import { asyncRefusal } from '#harness/io-errors.ts';
import { mulberry32 } from '#harness/random.ts';

const SEED = 1953;
const quiet = { onNotice() {} };
/** A quarter turn, a mirror image and a shear, each number exact in f32; the origin is 10 m away. */
const OBLIQUE = [0, -0.5, 0.125, 10240.5, 0.75, 0, 0, -10239, 0, 0.25, -2, 16.25];
/** The same voxels in the other frame: x and y of the world change sign. */
const flipped = (m: readonly number[]) => m.map((x, n) => (n < 8 ? 0 - x : x));

/** Values at the ends of each type's range and at random between them. */
const RANGES = {
  Int8Array: [-128, 127],
  Uint8Array: [0, 255],
  Int16Array: [-32768, 32767],
  Uint16Array: [0, 65535],
  Int32Array: [-(2 ** 31), 2 ** 31 - 1],
  Uint32Array: [0, 2 ** 32 - 1],
  Float32Array: [-1e30, 1e30],
  Float64Array: [-1e300, 1e300],
} as const;

function volumeOf(name: keyof typeof RANGES, dimensions: readonly [number, number, number] = [3, 5, 7]) {
  const random = mulberry32(SEED);
  const [low, high] = RANGES[name];
  const isWhole = !name.startsWith('Float');
  const values = new globalThis[name](dimensions[0] * dimensions[1] * dimensions[2]).map((_, n) => {
    const value = n === 0 ? low : n === 1 ? high : low * random() + high * random();
    return isWhole ? Math.floor(value) : value;
  });
  return { dimensions, values, indexToWorld: OBLIQUE, frame: 'LPS' } as const satisfies VolumeInMemory;
}

describe.each(Object.keys(RANGES) as (keyof typeof RANGES)[])('%s comes back value for value', (name) => {
  const volume = volumeOf(name);
  test.each([true, false])('by NIfTI and NRRD, gzip: %p', async (gzip) => {
    const nifti = await readVolume(await writeNifti(volume, { gzip, ...quiet }), gzip ? 'nii.gz' : 'nii', 'a');
    const nrrd = await readVolume(await writeNrrd(volume, { gzip, ...quiet }), 'nrrd', 'b');
    for (const found of [nifti, nrrd]) {
      expect(found.dimensions).toEqual([3, 5, 7]);
      expect(found.values).toEqual(volume.values);
    }
    expect([nrrd.frame, nrrd.indexToWorld]).toEqual(['LPS', OBLIQUE]);
    expect([nifti.frame, nifti.indexToWorld]).toEqual(['RAS', flipped(OBLIQUE)]);
  });
});

test('a plain array gets the narrowest type that holds it', async () => {
  const cases: [number[], string][] = [
    [[0, 255], 'uint8'],
    [[-1, 255], 'int16'],
    [[0, 65535], 'uint16'],
    [[-1, 65535], 'int32'],
    [[0.5, 2 ** 24], 'float'],
    [[-0, 1], 'float'],
    [[0.1, 1], 'double'],
    [[2 ** 31, 1], 'float'],
    [[2 ** 31 + 1, 1], 'double'],
  ];
  for (const [[a, b], type] of cases) {
    const values = [a, b, a, b, a, b, a, b];
    const volume: VolumeInMemory = { dimensions: [2, 2, 2], values, indexToWorld: OBLIQUE, frame: 'RAS' };
    const bytes = await writeNrrd(volume, { gzip: false });
    expect(new TextDecoder('latin1').decode(bytes)).toContain(`\ntype: ${type}\n`);
    expect(Array.from((await readVolume(bytes, 'nrrd', 'a')).values)).toEqual(values);
  }
});

test('NIfTI-1 byte by byte', async () => {
  const volume = volumeOf('Int16Array');
  const segments: Segment[] = [];
  const bytes = gunzipSync(await writeNifti({ ...volume, frame: 'RAS' }));
  const at = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const short = (offset: number) => at.getInt16(offset, true);
  const float = (offset: number) => at.getFloat32(offset, true);
  expect(bytes).toHaveLength(352 + 2 * 105);
  expect(at.getInt32(0, true)).toBe(348);
  expect([40, 42, 44, 46, 48, 50, 52, 54].map(short)).toEqual([3, 3, 5, 7, 1, 1, 1, 1]);
  // intent_code, datatype DT_INT16, bitpix, slice_start.
  expect([68, 70, 72, 74].map(short)).toEqual([0, 4, 16, 0]);
  const columns = [Math.hypot(0, 0.75, 0), Math.hypot(0.5, 0, 0.25), Math.hypot(0.125, 0, 2)].map(Math.fround);
  expect([76, 80, 84, 88, 92].map(float)).toEqual([1, ...columns, 0]);
  // vox_offset, scl_slope, scl_inter.
  expect([108, 112, 116].map(float)).toEqual([352, 1, 0]);
  // xyzt_units: NIFTI_UNITS_MM.
  expect(bytes[123]).toBe(2);
  // qform_code: unknown; sform_code: NIFTI_XFORM_SCANNER_ANAT.
  expect([252, 254].map(short)).toEqual([0, 1]);
  expect(Array.from({ length: 12 }, (_, n) => float(280 + 4 * n))).toEqual(OBLIQUE);
  expect([...bytes.subarray(344, 352)]).toEqual([0x6e, 0x2b, 0x31, 0, 0, 0, 0, 0]);
  expect([0, 1, 104].map((n) => short(352 + 2 * n))).toEqual([volume.values[0], volume.values[1], volume.values[104]]);

  const none = { ...volume, values: new Uint8Array(105) };
  const labels = gunzipSync(await writeNifti(none, { segments, ...quiet }));
  // NIFTI_INTENT_LABEL, DT_UINT8.
  expect([68, 70, 72].map((offset) => labels.readInt16LE(offset))).toEqual([1002, 2, 8]);
});

test('nifti-reader-js finds the same header, frame and voxels', async () => {
  const volume = { ...volumeOf('Uint16Array'), frame: 'RAS' } as const;
  const bytes = new Uint8Array(gunzipSync(await writeNifti(volume)));
  const header = readHeader(bytes.buffer);
  expect(header.dims.slice(0, 4)).toEqual([3, 3, 5, 7]);
  expect(header.affine).toEqual([OBLIQUE.slice(0, 4), OBLIQUE.slice(4, 8), OBLIQUE.slice(8), [0, 0, 0, 1]]);
  expect([header.scl_slope, header.scl_inter, header.littleEndian]).toEqual([1, 0, true]);
  expect(new Uint16Array(readImage(header, bytes.buffer))).toEqual(volume.values);
});

test('NRRD line by line, its segments in the words of 3D Slicer', async () => {
  const values = new Uint8Array(2 * 3 * 2);
  values[1] = values[2 + 2 * 2] = 1;
  values[11] = 7;
  const segments = [
    { label: 1, name: 'bone' },
    { label: 7, name: 'removed, n\\a' },
    { label: 9, name: 'none' },
  ];
  const indexToWorld = [0.1, 0, 0, -1e-7, 0, 0.2, 0, 2e22, 0, 0.5, 3, 0];
  const volume: VolumeInMemory = { dimensions: [2, 3, 2], values, indexToWorld, frame: 'LPS' };
  const bytes = await writeNrrd(volume, { gzip: false, segments });
  const [head] = new TextDecoder('latin1').decode(bytes).split('\n\n');
  const lines = head.split('\n');
  expect(lines.slice(0, 10)).toEqual([
    'NRRD0004',
    'type: uint8',
    'dimension: 3',
    'space: left-posterior-superior',
    'sizes: 2 3 2',
    'space directions: (0.1,0,0) (0,0.2,0.5) (0,0,3)',
    'kinds: domain domain domain',
    'encoding: raw',
    'space units: "mm" "mm" "mm"',
    'space origin: (-1e-7,2e+22,0)',
  ]);
  const pairs = new Map(lines.slice(10).map((line) => line.split(':=') as [string, string]));
  const said = ['ID', 'Name', 'LabelValue', 'Layer', 'Extent'].map((key) =>
    [0, 1, 2].map((n) => pairs.get(`Segment${n}_${key}`)),
  );
  expect(said).toEqual([
    ['Segment_1', 'Segment_7', 'Segment_9'],
    ['bone', 'removed, n\\\\a', 'none'],
    ['1', '7', '9'],
    ['0', '0', '0'],
    // Voxels 1 = (1, 0, 0) and 6 = (0, 0, 1); 11 = (1, 2, 1); none.
    ['0 1 0 0 0 1', '1 1 2 2 1 1', '0 -1 0 -1 0 -1'],
  ]);
  const colours = [0, 1, 2].map((n) => (pairs.get(`Segment${n}_Color`) ?? '').split(' ').map(Number));
  for (const colour of colours) expect(colour.every((x) => x >= 0 && x <= 1) && colour.length === 3).toBe(true);
  expect(new Set(colours.map(String)).size).toBe(3);
  const back = await readVolume(bytes, 'nrrd', 'a');
  expect([back.values, back.indexToWorld, back.frame]).toEqual([values, indexToWorld, 'LPS']);
});

test('a frame without anatomical axes: NRRD keeps it, NIfTI if it is of spacings alone', async () => {
  const { frame, ...unknown } = volumeOf('Uint8Array');
  const kept = await readVolume(await writeNrrd(unknown), 'nrrd', 'a');
  expect([kept.frame, kept.indexToWorld]).toEqual([undefined, OBLIQUE]);
  expect(await asyncRefusal(writeNifti(unknown))).toBe('UNKNOWN_FRAME');
  const indexToWorld = [0.5, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0.75, 0];
  const plain = await readVolume(await writeNifti({ ...unknown, indexToWorld }), 'nii.gz', 'a');
  expect([plain.frame, plain.indexToWorld]).toEqual([undefined, indexToWorld]);
});

test(`what rounding to f32 moves is said, and no voxel moves farther (seed ${SEED})`, async () => {
  const random = mulberry32(SEED);
  for (let round = 0; round < 50; round++) {
    const indexToWorld = OBLIQUE.map((x) => x + random() / 3);
    const notices: string[] = [];
    const volume: VolumeInMemory = { ...volumeOf('Uint8Array'), indexToWorld, frame: 'RAS' };
    const bytes = await writeNifti(volume, { onNotice: (sentence) => notices.push(sentence) });
    const m = (await readVolume(bytes, 'nii.gz', 'a')).indexToWorld;
    expect(notices).toHaveLength(1);
    const said = Number(/up to (\S+) mm/.exec(notices[0])?.[1]);
    // Corners of the grid, where an affine difference is largest.
    const moved = [0, 1, 2, 3, 4, 5, 6, 7].map((corner) => {
      const index = [2 * (corner & 1), 4 * ((corner >> 1) & 1), 6 * (corner >> 2), 1];
      return Math.hypot(
        ...[0, 4, 8].map((row) => index.reduce((sum, n, k) => sum + n * (m[row + k] - indexToWorld[row + k]), 0)),
      );
    });
    // Said with two digits, which rounds by up to 5 %.
    expect(Math.max(...moved)).toBeLessThanOrEqual(said * 1.05);
    expect(said).toBeLessThan(1e-2);
  }
});

test('what a format cannot hold is refused by name, before a byte is made', async () => {
  const volume = volumeOf('Uint8Array');
  const none = { ...volume, values: new Uint8Array(105) };
  const writers = [writeNifti, writeNrrd];
  const refusals = async (given: object, options: object = {}) =>
    Promise.all(writers.map((write) => asyncRefusal(write({ ...volume, ...given } as VolumeInMemory, options))));
  expect(await refusals({ values: new Float32Array(105).fill(Number.NaN) })).toEqual(Array(2).fill('NON_FINITE_VALUE'));
  expect(await refusals({ dimensions: [0, 5, 7], values: [] })).toEqual(Array(2).fill('BAD_DIMENSIONS'));
  expect(await refusals({ values: new Uint8Array(104) })).toEqual(Array(2).fill('TRUNCATED'));
  expect(await refusals({ indexToWorld: OBLIQUE.map(() => 1) })).toEqual(Array(2).fill('BAD_HEADER'));
  expect(await refusals({ frame: 'LAS' })).toEqual(Array(2).fill('BAD_FRAME'));
  expect(await refusals({}, { segments: [{ label: 1, name: 'bone' }] })).toEqual(Array(2).fill('NO_SEGMENT'));
  expect(await refusals(none, { segments: [{ label: 0, name: 'none' }] })).toEqual(Array(2).fill('BAD_SEGMENTS'));
  const twice = [1, 1].map((label) => ({ label, name: 'bone' }));
  expect(await refusals(none, { segments: twice })).toEqual(Array(2).fill('BAD_SEGMENTS'));
  expect(await refusals(none, { segments: {} })).toEqual(Array(2).fill('WRONG_TYPE'));
  expect(await refusals({}, { gzip: 'no' })).toEqual(Array(2).fill('WRONG_TYPE'));
  expect(await refusals({}, { compress: true })).toEqual(Array(2).fill('UNKNOWN_OPTION'));
  const long = { dimensions: [2 ** 15, 2, 2], values: new Uint8Array(2 ** 17) } as const;
  expect(await asyncRefusal(writeNifti({ ...volume, ...long }))).toBe('TOO_LARGE');
  const far = OBLIQUE.map((x, n) => (n === 3 ? 1e39 : x));
  expect(await asyncRefusal(writeNifti({ ...volume, indexToWorld: far }))).toBe('TOO_LARGE');
  const lines = { segments: [{ label: 1, name: 'a\nb' }] };
  expect(await asyncRefusal(writeNrrd(none, lines))).toBe('BAD_TOKEN');
});

test('bytes for which there is no memory are refused by name', async () => {
  const full = jest
    .spyOn(Response.prototype, 'arrayBuffer')
    .mockRejectedValue(new RangeError('Array buffer allocation failed'));
  try {
    for (const write of [writeNifti, writeNrrd])
      expect(await asyncRefusal(write(volumeOf('Int16Array'), quiet))).toBe('TOO_LARGE');
  } finally {
    full.mockRestore();
  }
});
