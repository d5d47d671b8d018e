// The stored form of a VTK XML data array (length or block table, then data) → its plain bytes.

import { decompress } from 'nifti-reader-js';
import { FormatError } from '#core';

/** The greatest ratio by which deflate can compress: 258 bytes from two bits (RFC 1951). */
const MOST_INFLATION = 1032;

interface Place {
  readonly source: string;
  /** The array's name in errors. */
  readonly label: string;
}

/**
 * An uncompressed array is one header word with the byte count, then the bytes. A compressed array is words with the
 * number of blocks, the size of a block, the size of the last block if it is shorter (else 0) and the compressed size
 * of each block, then the zlib streams.
 * @param whole whether nothing may follow the array in `stored`, as for inline data; in appended data the next array
 * follows.
 * @throws FormatError TRUNCATED, BAD_COUNT (bytes left over), BAD_COMPRESSION.
 */
export function unpackVtkBlocks(
  stored: Uint8Array,
  wordBytes: 4 | 8,
  little: boolean,
  compressed: boolean,
  whole: boolean,
  place: Place,
): Uint8Array {
  const view = new DataView(stored.buffer, stored.byteOffset, stored.byteLength);
  const word = (index: number): number => {
    need(stored, (index + 1) * wordBytes, place);
    if (wordBytes === 4) return view.getUint32(index * 4, little);
    return Number(view.getBigUint64(index * 8, little));
  };
  if (!compressed) {
    const end = wordBytes + word(0);
    need(stored, end, place);
    if (whole) needNoMore(stored, end, place);
    return stored.subarray(wordBytes, end);
  }
  const blocks = word(0);
  if (blocks === 0) return new Uint8Array(0);
  const [blockSize, lastSize] = [word(1), word(2)];
  need(stored, (3 + blocks) * wordBytes, place);
  const size = (block: number): number => (block === blocks - 1 && lastSize > 0 ? lastSize : blockSize);
  const total = (blocks - 1) * blockSize + size(blocks - 1);
  if (total > MOST_INFLATION * stored.length)
    throw new FormatError(
      'BAD_COMPRESSION',
      `"${place.source}": ${place.label} claims ${total} bytes in ${stored.length} compressed ones, expected at most ` +
        `${MOST_INFLATION} times as many; fetch or export the file again.`,
    );
  const plain = new Uint8Array(total);
  let at = (3 + blocks) * wordBytes;
  for (let block = 0; block < blocks; block++) {
    const end = at + word(3 + block);
    need(stored, end, place);
    plain.set(inflate(stored.slice(at, end), size(block), block, place), block * blockSize);
    at = end;
  }
  if (whole) needNoMore(stored, at, place);
  return plain;
}

/** Inflates one zlib stream (RFC 1950) and checks its length and Adler-32. */
function inflate(stream: Uint8Array<ArrayBuffer>, size: number, block: number, place: Place): Uint8Array {
  const fail = (reason: string, cause?: unknown): FormatError =>
    new FormatError(
      'BAD_COMPRESSION',
      `"${place.source}": block ${block} of ${place.label} ${reason}; fetch or export the file again.`,
      { cause },
    );
  if (stream.length < 6 || (stream[0] & 15) !== 8 || ((stream[0] << 8) | stream[1]) % 31 !== 0)
    throw fail('does not begin as a zlib stream');
  let bytes: Uint8Array;
  try {
    // This is fflate, re-exported by the NIfTI reader. It detects zlib or gzip by the two bytes checked above.
    bytes = new Uint8Array(decompress(stream.buffer));
  } catch (cause) {
    throw fail('cannot be inflated', cause);
  }
  if (bytes.length !== size) throw fail(`holds ${bytes.length} bytes, expected ${size}`);
  const stored = new DataView(stream.buffer).getUint32(stream.length - 4);
  if (adler32(bytes) !== stored) throw fail('fails its checksum');
  return bytes;
}

function adler32(bytes: Uint8Array): number {
  let a = 1;
  let b = 0;
  for (let i = 0; i < bytes.length; ) {
    // 5552 is the most steps before b can exceed 2^32 (RFC 1950; zlib's NMAX).
    for (const end = Math.min(i + 5552, bytes.length); i < end; i++) {
      a += bytes[i];
      b += a;
    }
    a %= 65521;
    b %= 65521;
  }
  return ((b << 16) | a) >>> 0;
}

function need(stored: Uint8Array, bytes: number, place: Place): void {
  if (bytes > stored.length)
    throw new FormatError(
      'TRUNCATED',
      `"${place.source}": ${place.label} needs ${bytes} bytes, ${stored.length} are there; fetch or export the file again.`,
    );
}

function needNoMore(stored: Uint8Array, bytes: number, place: Place): void {
  if (bytes < stored.length)
    throw new FormatError(
      'BAD_COUNT',
      `"${place.source}": ${place.label} takes ${bytes} bytes of ${stored.length}; its length word is wrong, so export the file again.`,
    );
}
