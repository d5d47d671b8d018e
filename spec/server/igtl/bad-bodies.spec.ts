// Bodies with false counts, cut short, too long or without a text → a refusal by name; values that no body can hold → a
// refusal when they are written.

import { describe, expect, test } from '@jest/globals';
import { KerfError } from '#core';
import {
  decodeCapability,
  decodeNdArray,
  decodePoints,
  decodePolyData,
  decodePosition,
  decodeQuaternionData,
  decodeReply,
  decodeStatus,
  decodeString,
  decodeTrackingData,
  decodeTrackingRequest,
  decodeTransform,
  encodeMessage,
  encodeNdArray,
  encodePoints,
  encodePolyData,
  encodeStatus,
  encodeString,
  metadataEntry,
  metadataText,
  type PolyData,
} from '#igtl';
import { ascii, bytes, hex, uints } from '#harness/igtl-bytes.ts';

function codeOf(act: () => unknown): string {
  try {
    act();
    return 'none';
  } catch (error) {
    if (!(error instanceof KerfError)) throw error;
    expect(error.message).toMatch(/^[A-Z][^\n]+\.$/);
    return error.code;
  }
}

const poly = (...numbers: readonly number[]) => uints(4, ...numbers);
const attribute = (type: string, count: string) =>
  bytes(poly(1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0), hex(type), hex(count), ascii('a'), hex('00'));

test.each<[what: string, decode: (content: Uint8Array) => unknown, content: Uint8Array, code: string]>([
  ['TRANSFORM of 47 bytes', decodeTransform, new Uint8Array(47), 'TRUNCATED'],
  ['TRANSFORM of 49', decodeTransform, new Uint8Array(49), 'BAD_COUNT'],
  ['POSITION of two coordinates', decodePosition, new Uint8Array(8), 'BAD_COUNT'],
  ['POSITION with half a quaternion', decodePosition, new Uint8Array(20), 'BAD_COUNT'],
  ['POSITION and one byte', decodePosition, new Uint8Array(29), 'BAD_COUNT'],
  ['STATUS without a name', decodeStatus, hex('0001 0000000000000000'), 'TRUNCATED'],
  ['STATUS whose name is no UTF-8', decodeStatus, new Uint8Array(30).fill(0xc3, 10), 'BAD_TEXT'],
  ['STATUS whose text is no UTF-8', decodeStatus, bytes(new Uint8Array(30), hex('41 80')), 'BAD_TEXT'],
  ['STRING longer than it is', decodeString, bytes(hex('0003 0005'), ascii('near')), 'TRUNCATED'],
  ['STRING shorter than it is', decodeString, bytes(hex('0003 0003'), ascii('near')), 'BAD_COUNT'],
  ['STRING of bytes that are no UTF-8', decodeString, hex('006a 0002 c328'), 'BAD_TEXT'],
  ['STRING in Shift-JIS', decodeString, hex('0011 0001 41'), 'BAD_ENCODING'],
  ['POINT of 135 bytes', decodePoints, new Uint8Array(135), 'BAD_COUNT'],
  ['POINT whose name is no UTF-8', decodePoints, new Uint8Array(136).fill(0xff, 0, 1), 'BAD_TEXT'],
  ['TDATA of 71 bytes', decodeTrackingData, new Uint8Array(71), 'BAD_COUNT'],
  ['QTDATA of 51 bytes', decodeQuaternionData, new Uint8Array(51), 'BAD_COUNT'],
  ['STT_TDATA of 4 bytes', decodeTrackingRequest, new Uint8Array(4), 'TRUNCATED'],
  ['RTS_TDATA of none', decodeReply, new Uint8Array(0), 'TRUNCATED'],
  ['CAPABILITY of 13 bytes', decodeCapability, new Uint8Array(13), 'BAD_COUNT'],
  ['NDARRAY of nothing', decodeNdArray, new Uint8Array(0), 'TRUNCATED'],
  ['NDARRAY of type 9', decodeNdArray, hex('09 01 0001 00'), 'UNKNOWN_TYPE'],
  ['NDARRAY without its sizes', decodeNdArray, hex('0b 03 0001'), 'TRUNCATED'],
  ['NDARRAY of 255 sizes of 65535', decodeNdArray, bytes(hex('0b ff'), new Uint8Array(510).fill(255)), 'BAD_COUNT'],
  [
    'NDARRAY of 254 sizes of 65535 and one of 0',
    decodeNdArray,
    bytes(hex('0b ff'), new Uint8Array(508).fill(255), hex('0000')),
    'BAD_COUNT',
  ],
  ['NDARRAY of one number too few', decodeNdArray, hex('04 01 0002 0001'), 'BAD_COUNT'],
  ['NDARRAY of half a number more', decodeNdArray, hex('04 01 0001 0001 00'), 'BAD_COUNT'],
  ['POLYDATA of nothing', decodePolyData, new Uint8Array(0), 'TRUNCATED'],
  ['POLYDATA of 2^32 − 1 points', decodePolyData, poly(2 ** 32 - 1, 0, 0, 0, 0, 0, 0, 0, 0, 0), 'TRUNCATED'],
  ['POLYDATA of 4 GB of lines', decodePolyData, poly(0, 0, 0, 1, 2 ** 32 - 4, 0, 0, 0, 0, 0), 'TRUNCATED'],
  ['POLYDATA of 2^32 − 1 attributes', decodePolyData, poly(0, 0, 0, 0, 0, 0, 0, 0, 0, 2 ** 32 - 1), 'TRUNCATED'],
  ['POLYDATA whose list is cut', decodePolyData, poly(0, 1, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0), 'BAD_COUNT'],
  ['POLYDATA with a cell that goes on', decodePolyData, poly(0, 0, 0, 0, 0, 1, 8, 0, 0, 0, 2, 0), 'BAD_COUNT'],
  ['POLYDATA with fewer cells', decodePolyData, poly(0, 0, 0, 0, 0, 2, 4, 0, 0, 0, 0), 'BAD_COUNT'],
  ['POLYDATA with a point too far', decodePolyData, poly(0, 1, 8, 0, 0, 0, 0, 0, 0, 0, 1, 0), 'INDEX_OUT_OF_RANGE'],
  ['POLYDATA with an attribute of type 6', decodePolyData, attribute('06 01', '00000000'), 'UNKNOWN_TYPE'],
  ['POLYDATA with normals of 4', decodePolyData, attribute('02 04', '00000000'), 'UNKNOWN_TYPE'],
  ['POLYDATA with scalars of none', decodePolyData, attribute('00 00', '00000000'), 'UNKNOWN_TYPE'],
  ['POLYDATA with too few scalars', decodePolyData, attribute('00 01', '00000000'), 'BAD_COUNT'],
  ['POLYDATA with 2^32 − 1 scalars', decodePolyData, attribute('00 ff', 'ffffffff'), 'TRUNCATED'],
  ['POLYDATA whose name never ends', decodePolyData, attribute('00 01', '00000001').subarray(0, -1), 'TRUNCATED'],
  ['POLYDATA and four bytes', decodePolyData, poly(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), 'BAD_COUNT'],
])('%s is refused', (_what, decode, content, code) => expect(codeOf(() => decode(content))).toBe(code));

test('metadata in an encoding that is not read is refused when it is asked for', () => {
  const entry = metadataEntry('arm', 'left');
  expect(metadataText(entry)).toBe('left');
  expect(codeOf(() => metadataText({ ...entry, encoding: 1015 }))).toBe('BAD_ENCODING');
  expect(metadataText({ ...entry, encoding: 4, value: hex('e4') })).toBe('ä');
});

describe('what no message holds is refused when it is written:', () => {
  const message = {
    version: 1,
    type: 'STRING',
    device: 'a',
    timestamp: 0n,
    messageId: 0,
    metadata: [],
    content: new Uint8Array(0),
  } as const;
  const point = { name: '', group: '', colour: [0, 0, 0, 0], position: [0, 0, 0], diameter: 0, owner: '' } as const;
  const none = new Uint32Array(0);
  const empty: PolyData = {
    points: new Float32Array(3),
    ...{ vertices: none, lines: none, polygons: none, strips: none },
    attributes: [],
  };
  const scalars = { of: 'points', kind: 'scalars', components: 1, name: 'a', values: new Float32Array(1) } as const;
  test.each<[what: string, write: () => unknown, code: string]>([
    ['a type of 13 letters', () => encodeMessage({ ...message, type: 'STT_TRANSFORM' }), 'BAD_LENGTH'],
    ['a device name of 21 bytes', () => encodeMessage({ ...message, device: 'ä'.repeat(11) }), 'BAD_LENGTH'],
    ['a device name with a zero', () => encodeMessage({ ...message, device: 'a\0b' }), 'BAD_TEXT'],
    ['half of a pair', () => encodeString('a\ud834'), 'BAD_TEXT'],
    ['a text of 65,536 bytes', () => encodeString('x'.repeat(65_536)), 'BAD_LENGTH'],
    ['a status name of 21', () => encodeStatus({ code: 1, subCode: 0n, name: 'x'.repeat(21), text: '' }), 'BAD_LENGTH'],
    ['a point name of 65', () => encodePoints([{ ...point, name: 'x'.repeat(65) }]), 'BAD_LENGTH'],
    [
      'a size of 65,536',
      () => encodeNdArray({ type: 'int8', size: [65_536], values: new Int8Array(65_536) }),
      'BAD_LENGTH',
    ],
    [
      'sizes of other numbers',
      () => encodeNdArray({ type: 'int8', size: [2, 2], values: new Int8Array(3) }),
      'BAD_LENGTH',
    ],
    ['two thirds of a point', () => encodePolyData({ ...empty, points: new Float32Array(2) }), 'BAD_LENGTH'],
    ['a cell that goes on', () => encodePolyData({ ...empty, lines: Uint32Array.of(2, 0) }), 'BAD_COUNT'],
    ['a point too far', () => encodePolyData({ ...empty, lines: Uint32Array.of(1, 1) }), 'INDEX_OUT_OF_RANGE'],
    [
      'an attribute name of 256',
      () => encodePolyData({ ...empty, attributes: [{ ...scalars, name: 'x'.repeat(256) }] }),
      'BAD_LENGTH',
    ],
    [
      'half an attribute',
      () => encodePolyData({ ...empty, attributes: [{ ...scalars, components: 2 }] }),
      'BAD_LENGTH',
    ],
  ])('%s', (_what, write, code) => expect(codeOf(write)).toBe(code));
});
