// STATUS: the sender's state ↔ a code of the protocol, the sender's own number and name, and a sentence.

import { ByteReader } from '../byte-reader.ts';
import { ByteWriter } from '../byte-writer.ts';
import { fieldBytes, fieldText } from '../texts.ts';

/** The protocol's codes that kerf sends. A peer may send others. */
export const STATUS = {
  ok: 1,
  unknownError: 2,
  notFound: 4,
  busy: 6,
  overflow: 8,
  badChecksum: 9,
  badConfiguration: 10,
  illegal: 12,
  notPresent: 16,
} as const;

export interface IgtlStatus {
  readonly code: number;
  /** Signed, 64 bits. */
  readonly subCode: bigint;
  readonly name: string;
  readonly text: string;
}

export const STATUS_NAME_WIDTH = 20;
const FIXED_SIZE = 10 + STATUS_NAME_WIDTH;
/** Bytes of the sentence; the protocol sets no limit. */
const LONGEST_TEXT = 2 ** 16;

/** @throws FormatError TRUNCATED, BAD_TEXT. */
export function decodeStatus(content: Uint8Array): IgtlStatus {
  const reader = new ByteReader(content, 'A STATUS body');
  return {
    code: reader.u16(),
    subCode: BigInt.asIntN(64, reader.u64()),
    name: reader.text(STATUS_NAME_WIDTH, 'name'),
    text: fieldText(reader.bytes(reader.left), 'The text of a STATUS body'),
  };
}

/** A zero ends the text. @throws OptionError BAD_LENGTH, BAD_TEXT. */
export function encodeStatus({ code, subCode, name, text }: IgtlStatus): Uint8Array {
  const bytes = fieldBytes(text, LONGEST_TEXT, 'The text of a STATUS');
  return new ByteWriter(FIXED_SIZE + bytes.length + 1)
    .u16(code)
    .u64(BigInt.asUintN(64, subCode))
    .text(name, STATUS_NAME_WIDTH, 'The name of a STATUS')
    .put(bytes)
    .u8(0).bytes;
}
