// Frames and bodies assembled from the protocol's tables, field by field → their values, and the same bytes back.

import { describe, expect, test } from '@jest/globals';
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
  encodeCapability,
  encodeMessage,
  encodeNdArray,
  encodePoints,
  encodePolyData,
  encodePosition,
  encodeQuaternionData,
  encodeReply,
  encodeStatus,
  encodeString,
  encodeTrackingData,
  encodeTrackingRequest,
  encodeTransform,
  type Frame,
  FrameReader,
  type IgtlMessage,
  metadataText,
  millisecondsOf,
  timestampOf,
} from '#igtl';
import { ascii, bytes, hex, plainCrc64, plainFrame, uint64, uints } from '#harness/igtl-bytes.ts';

/** A turn of 90° about z, then 10, −20, 0.5: the columns (0 1 0), (−1 0 0), (0 0 1) and the translation, in f32. */
const MATRIX = hex(`
  00000000 3f800000 00000000
  bf800000 00000000 00000000
  00000000 00000000 3f800000
  41200000 c1a00000 3f000000`);
const matrix = Float64Array.of(0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 10, -20, 0.5, 1);

function read(frame: Uint8Array): Frame[] {
  const frames: Frame[] = [];
  new FrameReader().push(frame, (one) => frames.push(one));
  return frames;
}
function onlyMessage(frame: Uint8Array): IgtlMessage {
  const [first, ...more] = read(frame);
  expect(more).toEqual([]);
  if (!('message' in first)) throw first.refused;
  return first.message;
}

describe('frames', () => {
  test('version 1: 58 bytes of header, then the body', () => {
    const frame = bytes(
      hex('0001'),
      ascii('TRANSFORM'),
      hex('000000'),
      ascii('Saw'),
      new Uint8Array(17),
      hex('5f5e1000 80000000'),
      hex('0000000000000030'),
      uint64(plainCrc64(MATRIX)),
      MATRIX,
    );
    expect(frame).toHaveLength(58 + 48);
    const message = onlyMessage(frame);
    expect(message).toEqual({
      version: 1,
      type: 'TRANSFORM',
      device: 'Saw',
      timestamp: 0x5f5e1000_80000000n,
      messageId: 0,
      metadata: [],
      content: MATRIX,
    });
    expect(millisecondsOf(message.timestamp)).toBe(0x5f5e1000 * 1000 + 500);
    expect(encodeMessage(message)).toEqual(frame);
  });

  test('version 2: extended header, content, metadata', () => {
    const body = bytes(
      hex('000c 0012 0000000d 000004d2'), // 12 bytes, metadata index 2 + 2·8, 13 bytes of pairs, message 1234
      hex('0003 0002'), // STRING: US-ASCII, 2 bytes
      ascii('ok'),
      hex('0002'), // two pairs
      hex('0003 0003 00000004'), // key 3, US-ASCII, value 4
      hex('0004 006a 00000002'), // key 4, UTF-8, value 2
      ascii('arm'),
      ascii('left'),
      ascii('name'),
      hex('c3a4'),
    );
    const frame = plainFrame({ version: 2, type: 'STRING', device: 'Note', body });
    const message = onlyMessage(frame);
    expect(message).toMatchObject({ version: 2, type: 'STRING', device: 'Note', messageId: 1234, timestamp: 0n });
    expect(message.metadata.map((entry) => [entry.key, entry.encoding, metadataText(entry)])).toEqual([
      ['arm', 3, 'left'],
      ['name', 106, 'ä'],
    ]);
    expect(decodeString(message.content)).toBe('ok');
    expect(encodeMessage(message)).toEqual(frame);
  });

  test('version 2: a longer extended header, no metadata at all, a device name longer than its field', () => {
    const longer = bytes(hex('0010 0000 00000000 00000007'), hex('ffffffff'), MATRIX);
    expect(onlyMessage(plainFrame({ version: 2, type: 'TRANSFORM', body: longer }))).toMatchObject({
      messageId: 7,
      metadata: [],
      content: MATRIX,
    });
    const name = 'StylusTipToReferenceTransform';
    const named = bytes(
      hex('000c 000a 0000002d 00000000'),
      hex('0001 0010 0003 0000001d'),
      ascii('IGTL_DEVICE_NAME'),
      ascii(name),
    );
    const frame = plainFrame({ version: 2, type: 'GET_STATUS', device: name.slice(0, 20), body: named });
    expect(onlyMessage(frame).device).toBe(name);
  });

  test('a body of no bytes', () => {
    const frame = plainFrame({ type: 'GET_STATUS', device: 'x', body: new Uint8Array(0) });
    expect(frame).toHaveLength(58);
    expect(onlyMessage(frame)).toMatchObject({ type: 'GET_STATUS', device: 'x', content: new Uint8Array(0) });
  });

  test('names that fill their fields', () => {
    const frame = plainFrame({ type: 'STT_TRANSFOR', device: 'a'.repeat(20), body: new Uint8Array(0) });
    const message = onlyMessage(frame);
    expect(message).toMatchObject({ type: 'STT_TRANSFOR', device: 'a'.repeat(20) });
    expect(encodeMessage(message)).toEqual(frame);
  });

  test('the timestamp is seconds since 1970, 32 bits and 32 bits behind the point', () => {
    expect(timestampOf(1500)).toBe(0x1_80000000n);
    expect(timestampOf(0x1_0000_0000 * 1000)).toBe(0n);
    const now = 1_795_000_000_123;
    expect(Math.abs(millisecondsOf(timestampOf(now)) - now)).toBeLessThanOrEqual(1000 / 2 ** 20);
  });
});

/** The bytes of each body, the value they hold, and the decoder and encoder. */
const bodies: readonly (readonly [
  name: string,
  content: Uint8Array,
  value: unknown,
  decode: (content: Uint8Array) => unknown,
  encode: (value: never) => Uint8Array,
])[] = [
  ['TRANSFORM', MATRIX, matrix, decodeTransform, encodeTransform],
  [
    'POSITION: a place, then the quaternion x, y, z, w',
    hex('41200000 c1a00000 3f000000 00000000 00000000 3f000000 bf800000'),
    Float64Array.of(10, -20, 0.5, 0, 0, 0.5, -1),
    decodePosition,
    encodePosition,
  ],
  [
    'STATUS',
    bytes(hex('000d ffffffffffffffff'), ascii('NOT_READY', 20), ascii('Starting up.'), hex('00')),
    { code: 13, subCode: -1n, name: 'NOT_READY', text: 'Starting up.' },
    decodeStatus,
    encodeStatus,
  ],
  ['STRING, US-ASCII', bytes(hex('0003 0004'), ascii('near')), 'near', decodeString, encodeString],
  ['STRING, UTF-8', hex('006a 0003 e29c93'), '✓', decodeString, encodeString],
  [
    'POINT, two of them',
    bytes(
      ...[ascii('tip', 64), ascii('Fiducial', 32), hex('ff8000ff'), hex('3f800000 40000000 40400000 40800000')],
      ascii('CT', 20),
      ...[new Uint8Array(64 + 32), hex('00000000'), hex('bf800000 00000000 3e800000 00000000'), new Uint8Array(20)],
    ),
    [
      { name: 'tip', group: 'Fiducial', colour: [255, 128, 0, 255], position: [1, 2, 3], diameter: 4, owner: 'CT' },
      { name: '', group: '', colour: [0, 0, 0, 0], position: [-1, 0, 0.25], diameter: 0, owner: '' },
    ],
    decodePoints,
    encodePoints,
  ],
  [
    'TDATA',
    bytes(ascii('Saw', 20), hex('0200'), MATRIX, ascii('Head', 20), hex('0100'), MATRIX),
    [
      { name: 'Saw', kind: 2, matrix },
      { name: 'Head', kind: 1, matrix },
    ],
    decodeTrackingData,
    encodeTrackingData,
  ],
  [
    'QTDATA',
    bytes(
      ...[ascii('Saw', 20), hex('0200'), hex('41200000 c1a00000 3f000000 00000000 00000000 3f000000 bf800000')],
      ...[ascii('Head', 20), hex('0300'), new Uint8Array(28)],
    ),
    [
      { name: 'Saw', kind: 2, placement: Float64Array.of(10, -20, 0.5, 0, 0, 0.5, -1) },
      { name: 'Head', kind: 3, placement: new Float64Array(7) },
    ],
    decodeQuaternionData,
    encodeQuaternionData,
  ],
  ['QTDATA of nobody', new Uint8Array(0), [], decodeQuaternionData, encodeQuaternionData],
  ['TDATA of nobody', new Uint8Array(0), [], decodeTrackingData, encodeTrackingData],
  ['STRING of nothing', hex('0003 0000'), '', decodeString, encodeString],
  [
    'POLYDATA of nothing',
    new Uint8Array(40),
    {
      points: new Float32Array(0),
      ...{ vertices: new Uint32Array(0), lines: new Uint32Array(0) },
      ...{ polygons: new Uint32Array(0), strips: new Uint32Array(0), attributes: [] },
    },
    decodePolyData,
    encodePolyData,
  ],
  [
    'STT_TDATA',
    bytes(hex('00000032'), ascii('Camera', 32)),
    { interval: 50, coordinates: 'Camera' },
    decodeTrackingRequest,
    encodeTrackingRequest,
  ],
  ['RTS_TDATA, granted', hex('00'), true, decodeReply, encodeReply],
  ['RTS_TDATA, refused', hex('01'), false, decodeReply, encodeReply],
  [
    'CAPABILITY',
    bytes(ascii('TRANSFORM', 12), ascii('GET_CAPABIL', 12)),
    ['TRANSFORM', 'GET_CAPABIL'],
    decodeCapability,
    encodeCapability,
  ],
  [
    'NDARRAY, f64, 2 × 1',
    hex('0b 02 0002 0001 3ff0000000000000 c000000000000000'),
    { type: 'float64', size: [2, 1], values: Float64Array.of(1, -2) },
    decodeNdArray,
    encodeNdArray,
  ],
  [
    'NDARRAY, i16, 3',
    hex('04 01 0003 0001 fffe 7fff'),
    { type: 'int16', size: [3], values: Int16Array.of(1, -2, 32767) },
    decodeNdArray,
    encodeNdArray,
  ],
  [
    'NDARRAY, complex, 1',
    hex('0d 01 0001 3ff0000000000000 bff0000000000000'),
    { type: 'complex', size: [1], values: Float64Array.of(1, -1) },
    decodeNdArray,
    encodeNdArray,
  ],
  [
    'NDARRAY of no rows',
    hex('0a 02 0000 0008'),
    { type: 'float32', size: [0, 8], values: new Float32Array(0) },
    decodeNdArray,
    encodeNdArray,
  ],
  [
    'POLYDATA: a triangle, a vertex and a line with a scalar a point and a normal a cell',
    bytes(
      uints(4, 3, 1, 8, 1, 12, 1, 16, 0, 0, 2),
      hex('00000000 00000000 00000000 3f800000 00000000 00000000 00000000 3f800000 00000000'),
      uints(4, 1, 2),
      uints(4, 2, 0, 1),
      uints(4, 3, 0, 1, 2),
      hex('00 01 00000003'),
      hex('12 03 00000003'),
      ascii('depth'),
      hex('00'),
      ascii('n'),
      hex('00'),
      hex('3f800000 40000000 40400000'),
      hex('00000000 00000000 3f800000 00000000 00000000 3f800000 00000000 00000000 bf800000'),
    ),
    {
      points: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
      vertices: Uint32Array.of(1, 2),
      lines: Uint32Array.of(2, 0, 1),
      polygons: Uint32Array.of(3, 0, 1, 2),
      strips: new Uint32Array(0),
      attributes: [
        { of: 'points', kind: 'scalars', components: 1, name: 'depth', values: Float32Array.of(1, 2, 3) },
        {
          of: 'cells',
          kind: 'normals',
          components: 3,
          name: 'n',
          values: Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, -1),
        },
      ],
    },
    decodePolyData,
    encodePolyData,
  ],
  [
    'POLYDATA whose names take an odd number of bytes, and a table of colours',
    bytes(
      uints(4, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1),
      hex('00000000 00000000 00000000'),
      hex('04 04 00000002'),
      ascii('rg'),
      hex('00'),
      hex('00'), // padding to an even number
      hex('3f800000 00000000 00000000 3f800000 00000000 3f800000 00000000 3f800000'),
    ),
    {
      points: new Float32Array(3),
      vertices: new Uint32Array(0),
      lines: new Uint32Array(0),
      polygons: new Uint32Array(0),
      strips: new Uint32Array(0),
      attributes: [
        { of: 'points', kind: 'rgba', components: 4, name: 'rg', values: Float32Array.of(1, 0, 0, 1, 0, 1, 0, 1) },
      ],
    },
    decodePolyData,
    encodePolyData,
  ],
];

describe('bodies', () => {
  test('POSITION without a quaternion has none to turn by; without its last part, that is the positive one', () => {
    const place = hex('41200000 c1a00000 3f000000');
    expect(decodePosition(place)).toEqual(Float64Array.of(10, -20, 0.5, 0, 0, 0, 1));
    // 0.5, −0.5, 0.5: a third of a turn, w = 0.5. 0.6, 0, 0.8: half a turn, w = 0 except for f32 rounding.
    expect(decodePosition(bytes(place, hex('3f000000 bf000000 3f000000')))).toEqual(
      Float64Array.of(10, -20, 0.5, 0.5, -0.5, 0.5, 0.5),
    );
    const half = decodePosition(bytes(place, hex('3f19999a 00000000 3f4ccccd')));
    expect([...half.subarray(3, 6)]).toEqual([0.6, 0, 0.8].map(Math.fround));
    expect(half[6]).toBe(0);
    const long = decodePosition(bytes(place, hex('3f800000 3f800000 00000000')));
    expect([...long.subarray(3)]).toEqual([1, 1, 0, 0]);
  });

  test.each(bodies)('%s', (_name, content, value, decode, encode) => {
    expect(decode(content)).toEqual(value);
    expect(encode(value as never)).toEqual(content);
    // A view of part of a larger buffer, at an odd offset.
    const within = bytes(Uint8Array.of(1, 2, 3), content, Uint8Array.of(9)).subarray(3, 3 + content.length);
    expect(decode(within)).toEqual(value);
  });
});
