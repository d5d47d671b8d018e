// NRRD volumes: every type and encoding, spaces and their frames, and what is refused.

import { Buffer } from 'node:buffer';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from '@jest/globals';
import { loadSurfaceFromVolume, loadVolume, readSurfaceFromVolume, readVolume } from '#io';
import { ballPlan, expectBall } from '#harness/ball-surface.ts';
import { asyncRefusal } from '#harness/io-errors.ts';
import { type NrrdOptions, nrrdBytes } from '#harness/io-nrrd.ts';
import { sampled, type VolumePlan } from '#harness/io-volumes.ts';
import { longRun, partOf } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';

const ISO = 300;
const surfaceOf = (bytes: Uint8Array, iso = ISO) => readSurfaceFromVolume(bytes, 'nrrd', iso, { name: 'ball.nrrd' });

describe.each([false, true])('a ball in a turned, uneven frame, mirrored: %p', (mirror) => {
  const plan = ballPlan(ISO, { mirror });

  const ways: [NrrdOptions, number][] = [
    [{}, 0],
    [{ endian: 'big' }, 0],
    [{ type: 'float', encoding: 'gzip' }, 1e-3],
    [{ encoding: 'ascii' }, 0],
    [{ type: 'int16' }, 1],
    [{ type: 'int16', endian: 'big', encoding: 'gzip' }, 1],
    [{ type: 'int32' }, 1],
  ];
  test.each(partOf(ways, 2, Number(mirror)))('%j', async (options, rounding) => {
    const mesh = await surfaceOf(nrrdBytes(plan, options));
    expectBall(mesh, plan.centre, rounding);
    expect(mesh.frame).toBe('LPS');
  });
});

test.each(['int8', 'uint8', 'uint16', 'uint32', 'int64', 'uint64'])('%s holds what it can', async (type) => {
  // Values clipped to 0 … 127, 10 a mm.
  const plan = ballPlan(0);
  const value = (x: number, y: number, z: number) =>
    Math.min(127, Math.max(0, Math.round(60 + plan.value(x, y, z) / 10)));
  expectBall(await surfaceOf(nrrdBytes({ ...plan, value }, { type }), 60), plan.centre, 10);
});

test('other names of a type, CR LF, names of fields in any case, and comments', async () => {
  const plan = ballPlan(ISO);
  const text = Buffer.from(nrrdBytes(plan, { type: 'int16' })).toString('latin1');
  const end = text.indexOf('\n\n');
  const head = text
    .slice(0, end)
    .replace('type: int16', 'Type:  signed short int')
    .replace('space origin', 'Space Origin')
    .replaceAll('\n', '\r\n');
  const bytes = new Uint8Array(Buffer.from(`${head}\r\n\r\n${text.slice(end + 2)}`, 'latin1'));
  expectBall(await surfaceOf(bytes), plan.centre, 1);
});

/** The file with another line in place of its space's. */
function withSpace(file: Uint8Array, line: string): Uint8Array {
  const bytes = Buffer.from(file);
  const at = bytes.indexOf('space: ');
  return new Uint8Array(
    Buffer.concat([bytes.subarray(0, at), Buffer.from(line, 'latin1'), bytes.subarray(bytes.indexOf('\n', at))]),
  );
}

test('spaces: RAS and LPS are kept, LAS is taken to RAS, others state no frame; a shorter name', async () => {
  const plan = ballPlan(ISO);
  const file = nrrdBytes(plan);
  const mirrored = { ...plan, centre: [-plan.centre[0], plan.centre[1], plan.centre[2]] };
  for (const [space, frame, centre] of [
    ['right-anterior-superior', 'RAS', plan.centre],
    ['RAS', 'RAS', plan.centre],
    ['left-posterior-superior', 'LPS', plan.centre],
    ['LPS', 'LPS', plan.centre],
    ['left-anterior-superior', 'RAS', mirrored.centre],
    ['LAS', 'RAS', mirrored.centre],
    ['scanner-xyz', undefined, plan.centre],
    ['3D-right-handed', undefined, plan.centre],
  ] as const) {
    const mesh = await surfaceOf(withSpace(file, `space: ${space}`));
    expectBall(mesh, centre);
    expect(mesh.frame).toBe(frame);
  }
  const plain = await surfaceOf(withSpace(file, 'space dimension: 3'));
  expectBall(plain, plan.centre);
  expect('frame' in plain).toBe(false);
});

test('spacings alone: from the origin, in no frame', async () => {
  const plan = ballPlan(ISO, { turn: false });
  const fields = { space: null, 'space directions': null, 'space origin': null, spacings: '0.9 1.3 2.1' };
  const mesh = await surfaceOf(nrrdBytes(plan, { fields }));
  expectBall(
    mesh,
    plan.centre.map((x, axis) => x - [31.5, -120.25, 7][axis]),
  );
  expect('frame' in mesh).toBe(false);
});

test('units of length other than mm', async () => {
  const plan = ballPlan(ISO);
  const mm = await surfaceOf(nrrdBytes(plan, { fields: { 'space units': '"mm" "mm" "mm"' } }));
  expectBall(mm, plan.centre);
  const cm = await surfaceOf(nrrdBytes(plan, { fields: { 'space units': '"cm" "cm" "cm"' } }));
  expect(Math.max(...cm.positions.map((x, i) => Math.abs(x - 10 * mm.positions[i])))).toBeLessThan(1e-9);
  // The units of spacings as well.
  const flat = ballPlan(ISO, { turn: false });
  const fields = { space: null, 'space directions': null, 'space origin': null, spacings: '0.09 0.13 0.21' };
  const spaced = await surfaceOf(nrrdBytes(flat, { fields: { ...fields, units: '"cm" "cm" "cm"' } }));
  expectBall(
    spaced,
    flat.centre.map((x, axis) => x - [31.5, -120.25, 7][axis]),
  );
});

test('whole numbers of 64 bits: exactly, or refused by the voxel that f64 does not hold', async () => {
  const bits = [2n ** 53n - 1n, -(2n ** 53n), 3n, -7n, 2n ** 32n + 5n, -(2n ** 32n), 0n, 1n];
  for (const endian of ['little', 'big'] as const) {
    const bytes = new Uint8Array(64);
    const view = new DataView(bytes.buffer);
    for (const [i, value] of bits.entries()) view.setBigInt64(8 * i, value, endian === 'little');
    const head = Buffer.from(
      `NRRD0004\ntype: int64\ndimension: 3\nsizes: 2 2 2\nendian: ${endian}\nencoding: raw\n\n`,
      'latin1',
    );
    const read = () => readVolume(new Uint8Array(Buffer.concat([head, bytes])), 'nrrd', 'big.nrrd');
    expect(Array.from((await read()).values)).toEqual(bits.map(Number));
    view.setBigInt64(40, 2n ** 53n + 1n, endian === 'little');
    await expect(read()).rejects.toThrow('"big.nrrd": voxel 5 is 9007199254740993, expected whole numbers within');
  }
  const text = (value: string) =>
    new Uint8Array(
      Buffer.from(`NRRD0004\ntype: longlong\ndimension: 3\nsizes: 2 2 2\nencoding: ascii\n\n1 2 3 4 5 6 7 ${value}\n`),
    );
  expect((await readVolume(text('-8'), 'nrrd', 'text.nrrd')).values[7]).toBe(-8);
  expect(await asyncRefusal(readVolume(text('-9007199254740993'), 'nrrd', 'text.nrrd'))).toBe('UNSUPPORTED');
});

describe('detached', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kerf-nhdr-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const slices = 5;
  const plan: VolumePlan = {
    dimensions: [4, 3, slices],
    frame: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0],
    value: (x, y, z) => x + 7 * y - 300 * z,
  };
  const size = 2 * 4 * 3 * slices;
  const whole = Buffer.from(nrrdBytes(plan, { type: 'int16', fields: { 'data file': 'x' } }));
  const end = whole.indexOf('\n\n') + 1;
  const voxels = whole.subarray(end + 1);
  const head = (field: string, encoding = 'raw', more = '') =>
    whole
      .subarray(0, end)
      .toString('latin1')
      .replace('encoding: raw', `encoding: ${encoding}`)
      .replace('data file: x\n', '')
      .concat(more, field);
  const read = async (header: string, files: Readonly<Record<string, Uint8Array>>, name = 'ball.nhdr') => {
    for (const [file, bytes] of Object.entries(files)) writeFileSync(join(folder, file), bytes);
    writeFileSync(join(folder, name), Buffer.from(header, 'latin1'));
    return (await loadVolume(join(folder, name))).volume;
  };
  const perSlice = (name: (k: number) => string) =>
    Object.fromEntries(
      Array.from({ length: slices }, (_, k) => [
        name(k),
        voxels.subarray((k * size) / slices, ((k + 1) * size) / slices),
      ]),
    );

  test('a file, with or without an empty line; skips; gzip; a list; a pattern', async () => {
    const before = Buffer.from('one\ntwo\nabc');
    const after = Buffer.concat([before, voxels]);
    for (const { values, frame } of [
      await read(head('data file: ball.raw'), { 'ball.raw': voxels }),
      await read(head('datafile: ball 1#.raw\r\n\r\n'), { 'ball 1#.raw': voxels }, 'Ball.NHDR'),
      await read(head('data file: ball.raw\n', 'raw', 'byte skip: 11\n'), { 'ball.raw': after }),
      await read(head('data file: ball.raw\n', 'raw', 'line skip: 2\nbyte skip: 3\n'), { 'ball.raw': after }),
      await read(head('data file: ball.raw\n', 'raw', 'byteskip: -1\n'), { 'ball.raw': after }),
      await read(head('data file: ball.gz\n', 'gzip', 'byte skip: 11\n'), { 'ball.gz': gzipSync(after) }),
      await read(
        head(`data file: LIST\n${Object.keys(perSlice((k) => `s${k}.raw`)).join('\n')}\n`),
        perSlice((k) => `s${k}.raw`),
      ),
      await read(
        head('data file: t%03d.raw 0 8 2 2\n'),
        perSlice((k) => `t${String(2 * k).padStart(3, '0')}.raw`),
      ),
    ]) {
      expect(Array.from(values)).toEqual(sampled(plan));
      expect(frame).toBe('LPS');
    }
    // The header's bytes, and then those of its files.
    const bytes = new Uint8Array(Buffer.from(head('data file: elsewhere.raw'), 'latin1'));
    const given = await readVolume([bytes, new Uint8Array(voxels)], 'nhdr', 'given.nhdr');
    expect(Array.from(given.values)).toEqual(sampled(plan));
    expect(await asyncRefusal(readSurfaceFromVolume([bytes, new Uint8Array(voxels), bytes], 'nhdr', ISO))).toBe(
      'BAD_COUNT',
    );
    expect(await asyncRefusal(readSurfaceFromVolume([nrrdBytes(plan), bytes], 'nrrd', ISO))).toBe('BAD_COUNT');
    await expect(readSurfaceFromVolume(bytes, 'nhdr', ISO)).rejects.toThrow('the voxels are in "elsewhere.raw"');
  });

  test('a file that is missing, cut, or too long', async () => {
    expect(await asyncRefusal(read(head('data file: none.raw'), {}))).toBe('UNREADABLE');
    expect(await asyncRefusal(read(head('data file: a.raw'), { 'a.raw': voxels.subarray(1) }))).toBe('TRUNCATED');
    expect(await asyncRefusal(read(head('data file: a.raw'), { 'a.raw': Buffer.concat([voxels, voxels]) }))).toBe(
      'BAD_COUNT',
    );
    expect(await asyncRefusal(read(head('data file: LIST\n'), {}))).toBe('BAD_HEADER');
    expect(await asyncRefusal(read(head('data file: %d.raw 5 1 1\n'), {}))).toBe('BAD_HEADER');
  });
});

describe('by address', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kerf-nrrd-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  test('the extension, in either case, names the format', async () => {
    const plan = ballPlan(ISO);
    writeFileSync(join(folder, 'Ball.NRRD'), nrrdBytes(plan));
    const mesh = await loadSurfaceFromVolume(join(folder, 'Ball.NRRD'), ISO);
    expectBall(mesh, plan.centre);
    expect(mesh.name).toBe('Ball.NRRD');
  });
});

describe('refused', () => {
  const plan = ballPlan(ISO);
  const corner: VolumePlan = { ...plan, dimensions: [3, 4, 5] };
  const refused = (fields: Record<string, string | null>, options: NrrdOptions = {}) =>
    asyncRefusal(surfaceOf(nrrdBytes(corner, { ...options, fields })));

  test('fields that are missing, wrong, or of another kind of volume', async () => {
    expect(await refused({ dimension: '4' })).toBe('BAD_DIMENSIONS');
    expect(await refused({ sizes: '3 4' })).toBe('BAD_DIMENSIONS');
    expect(await refused({ sizes: '3 4 1' })).toBe('BAD_DIMENSIONS');
    expect(await refused({ sizes: '3 4 -5' })).toBe('BAD_DIMENSIONS');
    expect(await refused({ sizes: '3 4 4' })).toBe('BAD_COUNT');
    expect(await refused({ sizes: '3 4 6' })).toBe('TRUNCATED');
    expect(await refused({ sizes: '3000000 220000 1500000' })).toBe('TRUNCATED');
    expect(await refused({ sizes: '3000000 220000 1500000' }, { encoding: 'ascii' })).toBe('TRUNCATED');
    expect(await refused({ type: 'block' })).toBe('UNSUPPORTED');
    expect(await refused({ type: 'constructor' })).toBe('UNSUPPORTED');
    expect(await refused({ type: null })).toBe('UNSUPPORTED');
    expect(await refused({ encoding: 'bzip2' })).toBe('UNSUPPORTED');
    expect(await refused({ encoding: 'hex' })).toBe('UNSUPPORTED');
    expect(await refused({ endian: null })).toBe('BAD_HEADER');
    expect(await refused({ endian: 'middle' })).toBe('BAD_HEADER');
    expect(await refused({ 'data file': 'ball.raw' })).toBe('UNSUPPORTED');
    expect(await refused({ datafile: 'ball.raw' })).toBe('UNSUPPORTED');
    expect(await refused({ 'byte skip': '-2' })).toBe('UNSUPPORTED');
    expect(await refused({ 'byte skip': '-1' }, { encoding: 'gzip' })).toBe('UNSUPPORTED');
    for (const space of ['right-up-forward', 'constructor', '__proto__'])
      expect(await refused({ space })).toBe('UNSUPPORTED');
    expect(await refused({ 'space units': '"constructor" "constructor" "constructor"' })).toBe('UNSUPPORTED');
    expect(await refused({ 'space directions': '(1,0,0) (0,1,0)' })).toBe('BAD_HEADER');
    expect(await refused({ 'space directions': '(1,0,0) (0,1,0) none' })).toBe('BAD_HEADER');
    expect(await refused({ 'space directions': '(1,0,0) (0,1,0) (0,0,nan)' })).toBe('BAD_HEADER');
    expect(await refused({ 'space directions': '(1,0,0) (0,1,0) (1,1,0)' })).toBe('BAD_HEADER');
    expect(await refused({ 'space origin': '(1,2)' })).toBe('BAD_HEADER');
    expect(await refused({ 'space units': '"inch" "inch" "inch"' })).toBe('UNSUPPORTED');
    expect(await refused({ 'space units': '"mm" "mm" "cm"' })).toBe('UNSUPPORTED');
  });

  test('heads that are none, voxels that are no numbers, and gzip that is none', async () => {
    const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
    expect(await asyncRefusal(surfaceOf(bytes('NRRD0009\ntype: int\n\n')))).toBe('BAD_HEADER');
    expect(await asyncRefusal(surfaceOf(bytes('P6\n3 3\n255\n')))).toBe('BAD_HEADER');
    expect(await asyncRefusal(surfaceOf(bytes('NRRD0004\ntype int\n\n')))).toBe('BAD_HEADER');
    expect(await asyncRefusal(surfaceOf(bytes('NRRD0004\ntype: int\n')))).toBe('TRUNCATED');
    const word = Buffer.from(nrrdBytes(corner, { encoding: 'ascii' }))
      .toString('latin1')
      .replace(/\n\n\S+/, '\n\nbone');
    expect(await asyncRefusal(surfaceOf(bytes(word)))).toBe('BAD_TOKEN');
    expect(await refused({ encoding: 'gzip' })).toBe('BAD_COMPRESSION');
    const infinite = nrrdBytes(corner);
    infinite.set([0, 0, 0, 0, 0, 0, 0xf0, 0x7f], infinite.length - 8);
    expect(await asyncRefusal(surfaceOf(infinite))).toBe('NON_FINITE_VALUE');
  });

  test('every cut, in each encoding (seed 41)', async () => {
    const random = mulberry32(41);
    for (const encoding of ['raw', 'gzip', 'ascii'] as const) {
      const whole = nrrdBytes(plan, { encoding });
      for (let i = 0; i < longRun(25, 8); i++) {
        const length = 1 + Math.floor((whole.length - 2) * random());
        // A text may also be cut within a number.
        expect(['TRUNCATED', 'BAD_HEADER', encoding === 'ascii' ? 'BAD_TOKEN' : 'TRUNCATED']).toContain(
          await asyncRefusal(surfaceOf(whole.slice(0, length))),
        );
      }
    }
  });
});
