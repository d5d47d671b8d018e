// TDATA: instruments with a name, a kind and a matrix each. STT_TDATA, which asks for them, and its reply.

import { ByteReader } from '../byte-reader.ts';
import { ByteWriter } from '../byte-writer.ts';
import { recordCount } from './record-count.ts';
import { readMatrix, writeMatrix } from './transform.ts';

/** Of an instrument of 3 only the tip is known, of one of 4 the tip and the axis. */
export const INSTRUMENT = { tracker: 1, sixD: 2, threeD: 3, fiveD: 4 } as const;

export interface TrackedInstrument {
  readonly name: string;
  readonly kind: number;
  /** 16 numbers, column-major. */
  readonly matrix: Float64Array;
}

export interface TrackingRequest {
  /** ms between two messages; 0: as often as there are any. */
  readonly interval: number;
  /** Of a coordinate system of the server's; empty for its usual one. */
  readonly coordinates: string;
}

const NAME_WIDTH = 20;
const SIZE = NAME_WIDTH + 2 + 48;
const COORDINATES_WIDTH = 32;

/** @throws FormatError BAD_COUNT, BAD_TEXT. */
export function decodeTrackingData(content: Uint8Array): TrackedInstrument[] {
  return Array.from({ length: recordCount(content, SIZE, 'A TDATA body') }, (_, i) => {
    const reader = new ByteReader(content.subarray(SIZE * i, SIZE * (i + 1)), `Instrument ${i} of a TDATA body`);
    const name = reader.text(NAME_WIDTH, 'name');
    const kind = reader.u8();
    reader.u8();
    return { name, kind, matrix: readMatrix(reader) };
  });
}

/** @throws OptionError BAD_LENGTH, BAD_TEXT. */
export function encodeTrackingData(instruments: readonly TrackedInstrument[]): Uint8Array {
  const writer = new ByteWriter(SIZE * instruments.length);
  for (const { name, kind, matrix } of instruments)
    writeMatrix(writer.text(name, NAME_WIDTH, 'The name of an instrument').u8(kind).u8(0), matrix);
  return writer.bytes;
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
