// TDATA and QTDATA: instruments, each with a name, a kind and a matrix or a placement. STT_TDATA and STT_QTDATA, which
// request them, and the reply.

import { ByteReader } from '../byte-reader.ts';
import { ByteWriter } from '../byte-writer.ts';
import { readPlacement, writePlacement } from './position.ts';
import { recordCount } from './record-count.ts';
import { readMatrix, writeMatrix } from './transform.ts';

/** For an instrument of kind 3 only the tip is known, for kind 4 the tip and the axis. */
export const INSTRUMENT = { tracker: 1, sixD: 2, threeD: 3, fiveD: 4 } as const;

interface Instrument {
  readonly name: string;
  /** One of INSTRUMENT's values. */
  readonly kind: number;
}

export interface TrackedInstrument extends Instrument {
  /** 16 numbers, column-major. */
  readonly matrix: Float64Array;
}

export interface PlacedInstrument extends Instrument {
  /** 7 numbers: x, y, z, qx, qy, qz, qw. */
  readonly placement: Float64Array;
}

export interface TrackingRequest {
  /** ms between two messages; 0: as often as there are new ones. */
  readonly interval: number;
  /** Name of one of the server's coordinate systems; empty for its usual one. */
  readonly coordinates: string;
}

const NAME_WIDTH = 20;
/** Bytes of the name, the kind and a byte without meaning. */
const HEAD_SIZE = NAME_WIDTH + 2;
const SIZE = HEAD_SIZE + 48;
const QUATERNION_SIZE = HEAD_SIZE + 28;
const COORDINATES_WIDTH = 32;

/** @throws FormatError BAD_COUNT, BAD_TEXT. */
export function decodeTrackingData(content: Uint8Array): TrackedInstrument[] {
  return instrumentsIn(content, SIZE, 'a TDATA body', (head, reader) => ({ ...head, matrix: readMatrix(reader) }));
}

/** As decodeTrackingData, for QTDATA. */
export function decodeQuaternionData(content: Uint8Array): PlacedInstrument[] {
  return instrumentsIn(content, QUATERNION_SIZE, 'a QTDATA body', (head, reader) => ({
    ...head,
    placement: readPlacement(reader),
  }));
}

function instrumentsIn<T>(
  content: Uint8Array,
  size: number,
  body: string,
  finish: (head: Instrument, reader: ByteReader) => T,
): T[] {
  return Array.from({ length: recordCount(content, size, body.replace('a', 'A')) }, (_, i) => {
    const reader = new ByteReader(content.subarray(size * i, size * (i + 1)), `Instrument ${i} of ${body}`);
    const name = reader.text(NAME_WIDTH, 'name');
    const kind = reader.u8();
    reader.u8();
    return finish({ name, kind }, reader);
  });
}

/** @throws OptionError BAD_LENGTH, BAD_TEXT. */
export function encodeTrackingData(instruments: readonly TrackedInstrument[]): Uint8Array {
  const writer = new ByteWriter(SIZE * instruments.length);
  for (const instrument of instruments) writeMatrix(writeHead(writer, instrument), instrument.matrix);
  return writer.bytes;
}

/** @throws OptionError BAD_LENGTH, BAD_TEXT. */
export function encodeQuaternionData(instruments: readonly PlacedInstrument[]): Uint8Array {
  const writer = new ByteWriter(QUATERNION_SIZE * instruments.length);
  for (const instrument of instruments) writePlacement(writeHead(writer, instrument), instrument.placement);
  return writer.bytes;
}

function writeHead(writer: ByteWriter, { name, kind }: Instrument): ByteWriter {
  return writer.text(name, NAME_WIDTH, 'The name of an instrument').u8(kind).u8(0);
}

/** @throws FormatError TRUNCATED, BAD_COUNT, BAD_TEXT. */
export function decodeTrackingRequest(content: Uint8Array): TrackingRequest {
  const reader = new ByteReader(content, 'An STT_TDATA body');
  const interval = reader.u32();
  const coordinates = reader.text(COORDINATES_WIDTH, 'coordinate system');
  reader.end();
  return { interval, coordinates };
}

/** @throws OptionError BAD_LENGTH, BAD_TEXT. */
export function encodeTrackingRequest({ interval, coordinates }: TrackingRequest): Uint8Array {
  return new ByteWriter(4 + COORDINATES_WIDTH)
    .u32(interval)
    .text(coordinates, COORDINATES_WIDTH, 'The coordinate system of a request').bytes;
}

/** RTS_TDATA and its like: whether the request was granted. @throws FormatError TRUNCATED, BAD_COUNT. */
export function decodeReply(content: Uint8Array): boolean {
  const reader = new ByteReader(content, 'The body of a reply');
  const granted = reader.u8() === 0;
  reader.end();
  return granted;
}

export function encodeReply(granted: boolean): Uint8Array {
  return Uint8Array.of(granted ? 0 : 1);
}
