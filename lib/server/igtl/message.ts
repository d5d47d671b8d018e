// A message ↔ the bytes of its frame: header, then body. The files of bodies/ read the content.

import { FormatError } from '#core';
import { crc64 } from './crc64.ts';
import { decodeExtendedBody, encodeExtendedBody } from './extended-header.ts';
import { encodeHeader, HEADER_SIZE, type HeaderVersion, type IgtlHeader } from './header.ts';
import { type MetadataEntry, metadataText } from './metadata.ts';
import { fieldText } from './texts.ts';

export interface IgtlMessage {
  readonly version: HeaderVersion;
  /** TRANSFORM, STATUS, GET_STATUS, … */
  readonly type: string;
  readonly device: string;
  /** See timestamp.ts. */
  readonly timestamp: bigint;
  /** 0 in version 1, which has none. */
  readonly messageId: number;
  /** Empty in version 1, which has none. */
  readonly metadata: readonly MetadataEntry[];
  readonly content: Uint8Array;
}

/** Protocol 3 writers put a name here if it is longer than the header's field. */
const DEVICE_KEY = 'IGTL_DEVICE_NAME';

/** @throws OptionError BAD_LENGTH, BAD_TEXT. */
export function encodeMessage(message: IgtlMessage): Uint8Array {
  const body = message.version === 1 ? message.content : encodeExtendedBody(message);
  const header = encodeHeader({ ...message, bodySize: body.length, crc: crc64(body) });
  const frame = new Uint8Array(HEADER_SIZE + body.length);
  frame.set(header);
  frame.set(body, HEADER_SIZE);
  return frame;
}

/**
 * @param body as many bytes as the header says. The message is a view of it.
 * @throws FormatError BAD_CHECKSUM, TRUNCATED, BAD_COUNT, BAD_TEXT, BAD_ENCODING.
 */
export function decodeMessage(header: IgtlHeader, body: Uint8Array): IgtlMessage {
  const { version, type, timestamp, crc } = header;
  const found = crc64(body);
  if (found !== crc)
    throw new FormatError(
      'BAD_CHECKSUM',
      `A ${type} message has the checksum ${hex(crc)} and ${body.length} bytes whose checksum is ${hex(found)}; send it again.`,
    );
  const { messageId, metadata, content } =
    version === 1 ? { messageId: 0, metadata: [], content: body } : decodeExtendedBody(body);
  const long = metadata.find(({ key }) => key === DEVICE_KEY);
  const device =
    long === undefined ? fieldText(header.device, `The device name of a ${type} message`) : metadataText(long);
  return { version, type, device, timestamp, messageId, metadata, content };
}

function hex(crc: bigint): string {
  return `0x${crc.toString(16).padStart(16, '0')}`;
}
