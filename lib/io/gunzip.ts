// Bytes that may be gzipped → plain bytes.

import { FormatError } from '../core/index.ts';

/**
 * Inflates bytes that begin with gzip's magic (RFC 1952) through the platform's DecompressionStream, which checks length and
 * CRC-32; passes others on.
 * @throws FormatError TRUNCATED, BAD_COMPRESSION.
 */
export async function gunzip(bytes: Uint8Array, source: string): Promise<Uint8Array> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    const plain = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Uint8Array(await new Response(plain).arrayBuffer());
  } catch (cause) {
    const reason = reasonOf(cause);
    const cut = /unexpected end|truncated|Z_BUF_ERROR/i.test(reason);
    throw new FormatError(
      cut ? 'TRUNCATED' : 'BAD_COMPRESSION',
      `"${source}" cannot be unzipped (${reason}); fetch or compress the file again.`,
      { cause },
    );
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? ` ${String(error.code)}` : '';
  return `${error.message}${code}${error.cause === undefined ? '' : `: ${reasonOf(error.cause)}`}`;
}
