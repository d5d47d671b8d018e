// A seeded stream → random values of every body that kerf reads, and messages of both versions that hold them.

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
  type IgtlMessage,
  metadataEntry,
  type NdType,
  type PolyAttribute,
} from '#igtl';

export type Random = () => number;

export interface BodyKind {
  readonly type: string;
  readonly value: (random: Random) => unknown;
  readonly decode: (content: Uint8Array) => unknown;
  readonly encode: (value: never) => Uint8Array;
}

const below = (random: Random, n: number) => Math.floor(n * random());
const f32 = (random: Random) => Math.fround((random() - 0.5) * 2 ** below(random, 12));
const letters = ['a', 'Z', '0', ' ', '_', '"', 'ä', '✓', '𝄞'];
const text = (random: Random, most: number) =>
  Array.from({ length: below(random, most / 4) }, () => letters[below(random, letters.length)]).join('');
const list = <T>(random: Random, most: number, make: () => T): T[] => Array.from({ length: below(random, most) }, make);

function matrix(random: Random): Float64Array {
  return Float64Array.from({ length: 16 }, (_, i) => (i % 4 < 3 ? f32(random) : i === 15 ? 1 : 0));
}

const ARRAYS: readonly (readonly [NdType, (values: readonly number[]) => unknown])[] = [
  ['int8', (values) => Int8Array.from(values)],
  ['uint8', (values) => Uint8Array.from(values)],
  ['int16', (values) => Int16Array.from(values)],
  ['uint16', (values) => Uint16Array.from(values)],
  ['int32', (values) => Int32Array.from(values)],
  ['uint32', (values) => Uint32Array.from(values)],
  ['float32', (values) => Float32Array.from(values)],
  ['float64', (values) => Float64Array.from(values)],
  ['complex', (values) => Float64Array.from(values)],
];

function ndArray(random: Random): unknown {
  const [type, make] = ARRAYS[below(random, ARRAYS.length)];
  const size = list(random, 4, () => below(random, 5));
  const count = size.reduce((product, n) => product * n, type === 'complex' ? 2 : 1);
  return { type, size, values: make(Array.from({ length: count }, () => (random() - 0.5) * 2 ** 40)) };
}

function cells(random: Random, points: number, most: number): number[][] {
  return list(random, points === 0 ? 1 : most, () => list(random, 5, () => below(random, points)));
}

function polyData(random: Random): unknown {
  const points = below(random, 6);
  const lists = [0, 1, 2, 3].map(() => cells(random, points, 4));
  const cellCount = lists.reduce((sum, one) => sum + one.length, 0);
  const flat = (one: number[][]) => Uint32Array.from(one.flatMap((cell) => [cell.length, ...cell]));
  const attributes = list(random, 4, (): PolyAttribute => {
    const of = random() < 0.5 ? 'points' : 'cells';
    const kinds = [
      ['scalars', 1 + below(random, 3)],
      ['vectors', 3],
      ['normals', 3],
      ['tensors', 9],
      ['rgba', 4],
    ] as const;
    const [kind, components] = kinds[below(random, kinds.length)];
    const count = kind === 'rgba' ? below(random, 4) : of === 'points' ? points : cellCount;
    const values = Float32Array.from({ length: components * count }, () => f32(random));
    return { of, kind, components, name: text(random, 40), values };
  });
  return {
    points: Float32Array.from({ length: 3 * points }, () => f32(random)),
    ...{ vertices: flat(lists[0]), lines: flat(lists[1]), polygons: flat(lists[2]), strips: flat(lists[3]) },
    attributes,
  };
}

const byte = (random: Random) => below(random, 256);

export const bodyKinds: readonly BodyKind[] = [
  { type: 'TRANSFORM', value: matrix, decode: decodeTransform, encode: encodeTransform },
  {
    type: 'POSITION',
    value: (random) => Float64Array.from({ length: 7 }, () => f32(random)),
    ...{ decode: decodePosition, encode: encodePosition },
  },
  {
    type: 'STATUS',
    value: (random) => ({
      code: below(random, 2 ** 16),
      subCode: BigInt.asIntN(64, BigInt(below(random, 2 ** 53)) * 4099n),
      name: text(random, 20),
      text: text(random, 300),
    }),
    ...{ decode: decodeStatus, encode: encodeStatus },
  },
  { type: 'STRING', value: (random) => text(random, 300), decode: decodeString, encode: encodeString },
  {
    type: 'POINT',
    value: (random) =>
      list(random, 5, () => ({
        name: text(random, 64),
        group: text(random, 32),
        colour: [byte(random), byte(random), byte(random), byte(random)],
        position: [f32(random), f32(random), f32(random)],
        diameter: f32(random),
        owner: text(random, 20),
      })),
    ...{ decode: decodePoints, encode: encodePoints },
  },
  {
    type: 'TDATA',
    value: (random) => list(random, 4, () => ({ name: text(random, 20), kind: byte(random), matrix: matrix(random) })),
    ...{ decode: decodeTrackingData, encode: encodeTrackingData },
  },
  {
    type: 'QTDATA',
    value: (random) =>
      list(random, 4, () => ({
        ...{ name: text(random, 20), kind: byte(random) },
        placement: Float64Array.from({ length: 7 }, () => f32(random)),
      })),
    ...{ decode: decodeQuaternionData, encode: encodeQuaternionData },
  },
  {
    type: 'STT_TDATA',
    value: (random) => ({ interval: below(random, 2 ** 32), coordinates: text(random, 32) }),
    ...{ decode: decodeTrackingRequest, encode: encodeTrackingRequest },
  },
  { type: 'RTS_TDATA', value: (random) => random() < 0.5, decode: decodeReply, encode: encodeReply },
  {
    type: 'CAPABILITY',
    value: (random) => list(random, 5, () => text(random, 12)),
    ...{ decode: decodeCapability, encode: encodeCapability },
  },
  { type: 'NDARRAY', value: ndArray, decode: decodeNdArray, encode: encodeNdArray },
  { type: 'POLYDATA', value: polyData, decode: decodePolyData, encode: encodePolyData },
];

/** A message of one of the kinds, and its contents. */
export function randomMessage(random: Random): { message: IgtlMessage; kind: BodyKind; value: unknown } {
  const kind = bodyKinds[below(random, bodyKinds.length)];
  const value = kind.value(random);
  const message = {
    type: kind.type,
    device: text(random, 20),
    timestamp: (BigInt(below(random, 2 ** 32)) << 32n) | BigInt(below(random, 2 ** 32)),
    content: kind.encode(value as never),
  };
  if (random() < 0.5) return { message: { ...message, version: 1, messageId: 0, metadata: [] }, kind, value };
  const metadata = list(random, 4, () => metadataEntry(text(random, 40), text(random, 100)));
  return { message: { ...message, version: 2, messageId: below(random, 2 ** 32), metadata }, kind, value };
}
