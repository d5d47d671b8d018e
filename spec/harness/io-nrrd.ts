// A function of world points and a frame → the bytes of a NRRD file, written independently of lib/io.

import { Buffer } from 'node:buffer';
import { gzipSync } from 'node:zlib';
import { sampled, type VolumePlan } from './io-volumes.ts';

export interface NrrdOptions {
  readonly type?: string;
  readonly encoding?: 'raw' | 'gzip' | 'ascii';
  readonly endian?: 'little' | 'big';
  /** Replacements for fields of the same name; null leaves a field out. */
  readonly fields?: Readonly<Record<string, string | null>>;
}

const WRITERS: Readonly<
  Record<string, readonly [number, (view: DataView, at: number, value: number, little: boolean) => void]>
> = {
  int8: [1, (view, at, value) => view.setInt8(at, value)],
  uint8: [1, (view, at, value) => view.setUint8(at, value)],
  int16: [2, (view, at, value, little) => view.setInt16(at, value, little)],
  uint16: [2, (view, at, value, little) => view.setUint16(at, value, little)],
  int32: [4, (view, at, value, little) => view.setInt32(at, value, little)],
  uint32: [4, (view, at, value, little) => view.setUint32(at, value, little)],
  float: [4, (view, at, value, little) => view.setFloat32(at, value, little)],
  int64: [8, (view, at, value, little) => view.setBigInt64(at, BigInt(value), little)],
  uint64: [8, (view, at, value, little) => view.setBigUint64(at, BigInt(value), little)],
  double: [8, (view, at, value, little) => view.setFloat64(at, value, little)],
};

export function nrrdBytes(plan: VolumePlan, options: NrrdOptions = {}): Uint8Array {
  const { type = 'double', encoding = 'raw', endian = 'little' } = options;
  const { dimensions, frame: m } = plan;
  const point = (...values: number[]) => `(${values.join(',')})`;
  const fields: Record<string, string | null> = {
    type,
    dimension: '3',
    space: 'left-posterior-superior',
    sizes: dimensions.join(' '),
    'space directions': [0, 1, 2].map((c) => point(m[c], m[4 + c], m[8 + c])).join(' '),
    kinds: 'domain domain domain',
    endian,
    encoding,
    'space origin': point(m[3], m[7], m[11]),
    ...options.fields,
  };
  const lines = Object.entries(fields).flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`]));
  const head = [
    'NRRD0005',
    '# Complete NRRD file format specification at:',
    ...lines,
    'acquisition:=a key: and its value',
    '',
    '',
  ].join('\n');
  const values = sampled(plan);
  if (encoding === 'ascii') return joined(Buffer.from(head, 'latin1'), Buffer.from(values.join(' '), 'latin1'));
  const [size, write] = WRITERS[type] ?? WRITERS.double;
  const voxels = new Uint8Array(size * values.length);
  const view = new DataView(voxels.buffer);
  for (const [i, value] of values.entries()) write(view, size * i, value, endian === 'little');
  return joined(Buffer.from(head, 'latin1'), encoding === 'gzip' ? gzipSync(voxels) : voxels);
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => Array.from(part)));
}
