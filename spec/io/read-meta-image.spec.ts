// MetaImage volumes: a ball in every way of storing it, its frame, and what is refused.

import { Buffer } from 'node:buffer';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from '@jest/globals';
import { loadSurfaceFromVolume, readSurfaceFromVolume } from '#io';
import { BALL, ballPlan, expectBall } from '#harness/ball-surface.ts';
import { asyncRefusal } from '#harness/io-errors.ts';
import { sampled } from '#harness/io-volumes.ts';

const ISO = 300;
const plan = ballPlan(ISO, { mirror: true });
const values = sampled(plan);
const folder = mkdtempSync(join(tmpdir(), 'kerf-meta-'));
afterAll(() => rmSync(folder, { recursive: true }));

type Fields = Readonly<Record<string, string | null>>;
/** The header, without ElementDataFile. Row i of TransformMatrix is the direction of axis i. */
function head(fields: Fields = {}): string {
  const { frame: m } = plan;
  const unit = [0, 1, 2].flatMap((axis) => [0, 4, 8].map((row) => m[row + axis] / BALL.spacing[axis]));
  const all: Fields = {
    ObjectType: 'Image',
    NDims: '3',
    BinaryData: 'True',
    BinaryDataByteOrderMSB: 'False',
    CompressedData: 'False',
    TransformMatrix: unit.join(' '),
    Offset: [m[3], m[7], m[11]].join(' '),
    CenterOfRotation: '0 0 0',
    AnatomicalOrientation: 'RAI',
    ElementSpacing: BALL.spacing.join(' '),
    DimSize: BALL.dimensions.join(' '),
    ElementType: 'MET_SHORT',
    ...fields,
  };
  return Object.entries(all)
    .flatMap(([name, value]) => (value === null ? [] : [`${name} = ${value}\n`]))
    .join('');
}

const shorts = (little: boolean): Buffer => {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [i, value] of values.entries()) bytes[little ? 'writeInt16LE' : 'writeInt16BE'](Math.round(value), 2 * i);
  return bytes;
};
const local = (fields: Fields, voxels: Uint8Array): Uint8Array =>
  new Uint8Array(Buffer.concat([Buffer.from(`${head(fields)}ElementDataFile = LOCAL\n`, 'latin1'), voxels]));
const surfaceOf = (bytes: Uint8Array) => readSurfaceFromVolume(bytes, 'mha', ISO, { name: 'ball.mha' });

describe('a ball in a turned, uneven, mirrored frame', () => {
  const long = Buffer.alloc(8 * values.length);
  for (const [i, value] of values.entries()) long.writeBigInt64LE(BigInt(Math.round(value)), 8 * i);
  const double = Buffer.alloc(8 * values.length);
  for (const [i, value] of values.entries()) double.writeDoubleLE(value, 8 * i);

  test.each<[string, Fields, Uint8Array]>([
    ['little endian', {}, shorts(true)],
    ['big endian', { BinaryDataByteOrderMSB: 'True' }, shorts(false)],
    ['big endian by its other name', { BinaryDataByteOrderMSB: null, ElementByteOrderMSB: 'True' }, shorts(false)],
    ['zlib', { CompressedData: 'True' }, deflateSync(shorts(true))],
    ['gzip, as its library reads too', { CompressedData: 'True' }, gzipSync(shorts(true))],
    [
      'zlib of a stated size, with more behind it',
      { CompressedData: 'True', CompressedDataSize: String(deflateSync(shorts(true)).length) },
      Buffer.concat([deflateSync(shorts(true)), Buffer.from('end')]),
    ],
    ['64 bits', { ElementType: 'MET_LONG_LONG' }, long],
    ['f64', { ElementType: 'MET_DOUBLE' }, double],
    ['as text', { BinaryData: 'False', ElementType: 'MET_FLOAT' }, Buffer.from(values.join(' '))],
    ['bytes to skip', { HeaderSize: '5' }, Buffer.concat([Buffer.from('12345'), shorts(true)])],
    ['bytes at the end', { HeaderSize: '-1' }, Buffer.concat([Buffer.from('12345'), shorts(true)])],
  ])('%s', async (_how, fields, voxels) => {
    const mesh = await surfaceOf(local(fields, voxels));
    expectBall(mesh, plan.centre, 1);
    expect(mesh.frame).toBe('LPS');
  });

  test('other names of the fields; cm; without a matrix no frame is stated', async () => {
    const { frame: m } = plan;
    const cm = { DistanceUnits: 'cm', ElementSpacing: null, ElementSize: BALL.spacing.map((x) => x / 10).join(' ') };
    const origin = [m[3], m[7], m[11]].map((x) => x / 10).join(' ');
    expectBall(await surfaceOf(local({ ...cm, Offset: null, Origin: origin }, shorts(true))), plan.centre, 1);
    const flat = ballPlan(ISO, { turn: false });
    const plain = { TransformMatrix: null, AnatomicalOrientation: null, Offset: '31.5 -120.25 7' };
    const bytes = Buffer.alloc(2 * values.length);
    for (const [i, value] of sampled(flat).entries()) bytes.writeInt16LE(Math.round(value), 2 * i);
    const mesh = await surfaceOf(local(plain, bytes));
    expectBall(mesh, flat.centre, 1);
    expect('frame' in mesh).toBe(false);
  });

  test('.mhd: a file, a list, a pattern beside it; CR LF; as bytes', async () => {
    const voxels = shorts(true);
    const [slices, each] = [BALL.dimensions[2], voxels.length / BALL.dimensions[2]];
    const names = Array.from({ length: slices }, (_, k) => `slice${String(k + 1).padStart(2, '0')}.raw`);
    writeFileSync(join(folder, 'ball.raw'), voxels);
    writeFileSync(join(folder, 'ball.zraw'), deflateSync(voxels));
    for (const [k, name] of names.entries())
      writeFileSync(join(folder, name), voxels.subarray(k * each, (k + 1) * each));
    for (const text of [
      `${head()}ElementDataFile = ball.raw\n`,
      `${head()}ElementDataFile = ball.raw`.replaceAll('\n', '\r\n'),
      `${head({ CompressedData: 'True' })}ElementDataFile = ball.zraw\n`,
      `${head()}ElementDataFile = LIST\n${names.join('\n')}\n`,
      `${head()}ElementDataFile = slice%02d.raw 1 ${slices} 1\n`,
    ]) {
      writeFileSync(join(folder, 'Ball.MHD'), text);
      expectBall(await loadSurfaceFromVolume(join(folder, 'Ball.MHD'), ISO), plan.centre, 1);
    }
    const header = new Uint8Array(Buffer.from(`${head()}ElementDataFile = elsewhere.raw`));
    expectBall(await readSurfaceFromVolume([header, new Uint8Array(voxels)], 'mhd', ISO), plan.centre, 1);
    await expect(readSurfaceFromVolume(header, 'mhd', ISO)).rejects.toThrow('the voxels are in "elsewhere.raw"');
  });
});

test('refused: fields that are missing or wrong, voxels that are cut, too many, or not compressed', async () => {
  const refused = (fields: Fields, voxels: Uint8Array = shorts(true)) => asyncRefusal(surfaceOf(local(fields, voxels)));
  expect(await refused({ NDims: '4' })).toBe('BAD_DIMENSIONS');
  expect(await refused({ DimSize: '30 22' })).toBe('BAD_DIMENSIONS');
  expect(await refused({ DimSize: null })).toBe('BAD_DIMENSIONS');
  expect(await refused({ DimSize: '30 22 16' })).toBe('TRUNCATED');
  expect(await refused({ DimSize: '30 22 14' })).toBe('BAD_COUNT');
  for (const ElementType of ['MET_OTHER', 'constructor', '__proto__'])
    expect(await refused({ ElementType })).toBe('UNSUPPORTED');
  expect(await refused({ ObjectType: 'Tube' })).toBe('UNSUPPORTED');
  expect(await refused({ ElementNumberOfChannels: '3' })).toBe('UNSUPPORTED');
  expect(await refused({ ElementToIntensityFunctionSlope: '2' })).toBe('UNSUPPORTED');
  expect(await refused({ DistanceUnits: 'inch' })).toBe('UNSUPPORTED');
  expect(await refused({ ElementSpacing: '1 1' })).toBe('BAD_HEADER');
  expect(await refused({ ElementSpacing: '1 1 0' })).toBe('BAD_HEADER');
  expect(await refused({ HeaderSize: '-2' })).toBe('BAD_HEADER');
  expect(await refused({ CompressedData: 'True' })).toBe('BAD_COMPRESSION');
  expect(await refused({}, shorts(true).subarray(7))).toBe('TRUNCATED');
  expect(await asyncRefusal(surfaceOf(new Uint8Array(Buffer.from(head()))))).toBe('TRUNCATED');
  expect(await asyncRefusal(surfaceOf(new Uint8Array(Buffer.from('NRRD0004\ntype: int\n'))))).toBe('BAD_HEADER');
});
