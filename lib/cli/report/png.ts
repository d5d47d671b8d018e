// Pixels → a PNG file: 8 bits per channel; red, green, blue (W3C, Portable Network Graphics, 2003).

import { deflateSync } from 'node:zlib';

/** @param pixels three bytes each, row by row from the top. */
export function png(pixels: Uint8Array, width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  // Each row begins with its filter's number: 0 for none.
  const rows = Buffer.alloc(height * (3 * width + 1));
  for (let row = 0; row < height; row++)
    rows.set(pixels.subarray(3 * width * row, 3 * width * (row + 1)), row * (3 * width + 1) + 1);
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND')]);
}

function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const out = Buffer.alloc(12 + data.length);
  out.writeUInt32BE(data.length, 0);
  out.write(type, 4, 'latin1');
  data.copy(out, 8);
  out.writeUInt32BE(crc32(out.subarray(4, 8 + data.length)), 8 + data.length);
  return out;
}

/** CRC-32 of ISO 3309, a byte at a time from a table: x³² + x²⁶ + … + 1, with its bits reversed. */
function crc32(bytes: Uint8Array): number {
  let crc = ~0;
  for (const byte of bytes) crc = (crc >>> 8) ^ CRC_OF_BYTE[(crc ^ byte) & 255];
  return ~crc >>> 0;
}

const CRC_OF_BYTE = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  return crc;
});
