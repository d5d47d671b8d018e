// A view of surfaces → a picture with its caption, for a page, as a PNG (W3C, Portable Network Graphics, 2003); and the
// views that a page uses.

import { deflateSync } from 'node:zlib';
import { measureBounds, type TriangleMesh } from '#mesh';
import type { Picture } from './page.ts';
import { type Marks, picture, type Shown, type View } from './picture.ts';

/** Pixels. */
export const PICTURE_SIZE = { width: 600, height: 460 };

/** Colours of the two bodies: red, green, blue. */
export const BONE = [226, 211, 178];
export const STEEL = [150, 160, 172];

export function drawn(caption: string, view: View, shown: readonly Shown[], marks?: Marks): Picture {
  const { width, height, radius } = view;
  const pixels = picture(view, shown, marks);
  const source = `data:image/png;base64,${png(pixels, width, height).toString('base64')}`;
  return { caption, width, height, source, bar: scaleBar((2 * radius * width) / height) };
}

/** The longest round length that takes at most BAR of a picture's width. @param wide what the picture shows, mm. */
export function scaleBar(wide: number): Picture['bar'] {
  const ten = 10 ** Math.floor(Math.log10(BAR * wide));
  const digit = [5, 2, 1].find((digit) => digit * ten <= BAR * wide) ?? 1;
  // A power of ten below 1 is not exact, but its shortest digits are.
  const mm = Number((digit * ten).toPrecision(1));
  return { mm, share: mm / wide };
}

const BAR = 0.25;

/** A ball around the marked faces, or around all of them. */
export function ballAround(
  { positions, faces }: Pick<TriangleMesh, 'positions' | 'faces'>,
  isMarked?: Uint8Array,
): { centre: number[]; radius: number } {
  const chosen = isMarked ? faces.filter((_, n) => isMarked[Math.floor(n / 3)] === 1) : faces;
  const { min, max } = measureBounds(positions, chosen);
  return {
    centre: min.map((low, k) => (low + max[k]) / 2),
    radius: Math.hypot(...max.map((high, k) => (high - min[k]) / 2)),
  };
}

/** A direction tilted by `share` towards the side and above, so that walls along `way` are visible. */
export function aslant(way: readonly number[], share: number): number[] {
  return unit(way.map((x, k) => x + share * ASIDE[k]));
}

/** Unit vector; along no axis. */
const ASIDE = [0.56, 0.72, -0.41];

/** The unit vector along `way`; downwards if that is 0. */
export function unit(way: readonly number[]): number[] {
  const length = Math.hypot(...way);
  return length > 0 ? way.map((x) => x / length) : [0, 0, -1];
}

/** @param pixels red, green, blue and opacity of each, row by row from the top. */
export function png(pixels: Uint8Array, width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  // Each row begins with its filter's number: 0 for none.
  const rows = Buffer.alloc(height * (4 * width + 1));
  for (let row = 0; row < height; row++)
    rows.set(pixels.subarray(4 * width * row, 4 * width * (row + 1)), row * (4 * width + 1) + 1);
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
