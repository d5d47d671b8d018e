// 58 bytes ↔ a message's header. An impossible header means that the stream is out of sync: nothing after it can be
// trusted.

import { described, FormatError } from '#core';
import { ByteReader } from './byte-reader.ts';
import { ByteWriter } from './byte-writer.ts';

export const HEADER_SIZE = 58;
export const TYPE_WIDTH = 12;
export const DEVICE_WIDTH = 20;
/** Default limit on the bytes of a message's body. */
export const LARGEST_BODY = 2 ** 26;

/** 1: protocols 1 and 2. 2: protocol 3, whose body begins with an extended header and may end with metadata. */
export type HeaderVersion = 1 | 2;

export interface IgtlHeader {
  readonly version: HeaderVersion;
  readonly type: string;
  /** Not yet decoded as text: an invalid one spoils its message, not the stream. */
  readonly device: Uint8Array;
  readonly timestamp: bigint;
  readonly bodySize: number;
  readonly crc: bigint;
}

/**
 * @param bytes HEADER_SIZE bytes. @param largestBody bytes.
 * @throws FormatError UNKNOWN_VERSION, BAD_HEADER, TOO_LARGE.
 */
export function decodeHeader(bytes: Uint8Array, largestBody: number): IgtlHeader {
  const reader = new ByteReader(bytes, 'An OpenIGTLink header');
  const version = reader.u16();
  if (version !== 1 && version !== 2)
    throw new FormatError(
      'UNKNOWN_VERSION',
      `An OpenIGTLink header has the version ${version}, expected 1 or 2; connect an OpenIGTLink program, of protocol 1, 2 or 3.`,
    );
  const type = typeName(reader.bytes(TYPE_WIDTH));
  const device = reader.bytes(DEVICE_WIDTH).slice();
  const timestamp = reader.u64();
  const bodySize = reader.u64();
  if (bodySize > BigInt(largestBody))
    throw new FormatError(
      'TOO_LARGE',
      `A ${type} message announces ${bodySize} bytes, at most ${largestBody} are taken; send less at a time.`,
    );
  return { version, type, device, timestamp, bodySize: Number(bodySize), crc: reader.u64() };
}

/** Printable ASCII, then zeros. */
function typeName(bytes: Uint8Array): string {
  const text = String.fromCharCode(...bytes);
  const [name] = text.split('\0', 1);
  if (!/^[!-~]+$/.test(name) || !/^\0*$/.test(text.slice(name.length)))
    throw new FormatError(
      'BAD_HEADER',
      `An OpenIGTLink header names the type ${described(text)}, expected printable ASCII padded with zeros; close the connection, whose bytes are out of step.`,
    );
  return name;
}

export function encodeHeader(header: Omit<IgtlHeader, 'device'> & { readonly device: string }): Uint8Array {
  const { version, type, device, timestamp, bodySize, crc } = header;
  return new ByteWriter(HEADER_SIZE)
    .u16(version)
    .text(type, TYPE_WIDTH, 'The type of a message')
    .text(device, DEVICE_WIDTH, 'The device name of a message')
    .u64(timestamp)
    .u64(BigInt(bodySize))
    .u64(crc).bytes;
}
