// Bytes that may be gzipped, or bytes compressed by zlib → plain bytes.

import { FormatError } from '#core';
import { joinedBytes } from './joined-bytes.ts';
import { withinMemory } from './within-memory.ts';

/** The most bytes to unzip; without a limit a file of a few kilobytes could fill the memory. */
const MOST_BYTES = 2 ** 32;

/** Inflates bytes that begin with gzip's magic number (RFC 1952), and passes others on. @throws as inflate. */
export async function gunzip(bytes: Uint8Array, source: string, limit = MOST_BYTES): Promise<Uint8Array> {
  return bytes[0] === 0x1f && bytes[1] === 0x8b ? inflate(bytes, 'gzip', source, limit) : bytes;
}

/**
 * Inflates bytes by the platform's DecompressionStream, which checks their length and CRC-32, or Adler-32 for zlib
 * ('deflate', RFC 1950).
 * @throws FormatError TRUNCATED, BAD_COMPRESSION, TOO_LARGE.
 */
export async function inflate(
  bytes: Uint8Array,
  form: 'gzip' | 'deflate',
  source: string,
  limit = MOST_BYTES,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    const plain = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new DecompressionStream(form));
    // The stream is not read through a Response, because in a browser that reports every fault as "Failed to fetch".
    const reader = plain.getReader();
    for (let read = await reader.read(); !read.done && length <= limit; read = await reader.read()) {
      parts.push(read.value);
      length += read.value.length;
    }
    if (length > limit) await reader.cancel();
  } catch (cause) {
    const reason = reasonOf(cause);
    const cut = /unexpected end|truncated|Z_BUF_ERROR/i.test(reason);
    throw new FormatError(
      cut ? 'TRUNCATED' : 'BAD_COMPRESSION',
      `"${source}" cannot be unzipped (${reason}); fetch or compress the file again.`,
      { cause },
    );
  }
  if (length > limit)
    throw new FormatError(
      'TOO_LARGE',
      `"${source}" unzips to more than ${limit} bytes, the most that kerf reads; crop or resample the volume.`,
    );
  return withinMemory(source, () => joinedBytes(parts));
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? ` ${String(error.code)}` : '';
  return `${error.message}${code}${error.cause === undefined ? '' : `: ${reasonOf(error.cause)}`}`;
}
