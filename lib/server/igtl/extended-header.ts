// A body of version 2 ↔ extended header, content and metadata.

import { FormatError } from '#core';
import { ByteReader } from './byte-reader.ts';
import { ByteWriter } from './byte-writer.ts';
import { decodeMetadata, encodeMetadata, type MetadataEntry } from './metadata.ts';

/** Bytes written. A longer header, of a later protocol, is read as far as it is known. */
export const EXTENDED_HEADER_SIZE = 12;

export interface ExtendedBody {
  /** Chosen by the sender; a reply repeats it. */
  readonly messageId: number;
  readonly metadata: readonly MetadataEntry[];
  /** What would be the whole body in version 1. */
  readonly content: Uint8Array;
}

/** @throws FormatError TRUNCATED, BAD_COUNT, BAD_TEXT. */
export function decodeExtendedBody(body: Uint8Array): ExtendedBody {
  const name = 'The body of a message of version 2';
  const reader = new ByteReader(body, name);
  const size = reader.u16();
  const indexSize = reader.u16();
  const pairsSize = reader.u32();
  const messageId = reader.u32();
  const contentSize = body.length - size - indexSize - pairsSize;
  if (size < EXTENDED_HEADER_SIZE || contentSize < 0)
    throw new FormatError(
      'BAD_COUNT',
      `${name} has ${body.length} bytes, of which the extended header takes ${size} and the metadata ${indexSize + pairsSize}, expected at least ${EXTENDED_HEADER_SIZE} and no more than there are; check the sender.`,
    );
  reader.bytes(size - EXTENDED_HEADER_SIZE);
  const content = reader.bytes(contentSize);
  const index = reader.bytes(indexSize);
  return { messageId, metadata: decodeMetadata(index, reader.bytes(pairsSize)), content };
}

/** The number of a message that cannot be read, if it has one; otherwise 0. */
export function messageIdOf(body: Uint8Array): number {
  if (body.length < EXTENDED_HEADER_SIZE) return 0;
  const reader = new ByteReader(body, 'An extended header');
  reader.bytes(EXTENDED_HEADER_SIZE - 4);
  return reader.u32();
}

export function encodeExtendedBody({ messageId, metadata, content }: ExtendedBody): Uint8Array {
  const { index, pairs } = encodeMetadata(metadata);
  return new ByteWriter(EXTENDED_HEADER_SIZE + content.length + index.length + pairs.length)
    .u16(EXTENDED_HEADER_SIZE)
    .u16(index.length)
    .u32(pairs.length)
    .u32(messageId)
    .put(content)
    .put(index)
    .put(pairs).bytes;
}
