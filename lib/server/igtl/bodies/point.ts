// POINT: records of a fixed width ↔ points with a name, a group, a colour and a diameter.

import { ByteReader } from '../byte-reader.ts';
import { ByteWriter } from '../byte-writer.ts';
import { recordCount } from './record-count.ts';

export interface IgtlPoint {
  readonly name: string;
  /** Such as `Fiducial`, `Landmark`. */
  readonly group: string;
  /** Red, green, blue, opacity: 0 … 255. */
  readonly colour: readonly [number, number, number, number];
  /** mm. */
  readonly position: readonly [number, number, number];
  /** mm; 0 for none. */
  readonly diameter: number;
  /** The device name of the image to which it belongs; empty for none. */
  readonly owner: string;
}

const NAME_WIDTH = 64;
const GROUP_WIDTH = 32;
const OWNER_WIDTH = 20;
const SIZE = NAME_WIDTH + GROUP_WIDTH + 4 + 16 + OWNER_WIDTH;

/** @throws FormatError BAD_COUNT, BAD_TEXT. */
export function decodePoints(content: Uint8Array): IgtlPoint[] {
  return Array.from({ length: recordCount(content, SIZE, 'A POINT body') }, (_, i) => {
    const reader = new ByteReader(content.subarray(SIZE * i, SIZE * (i + 1)), `Point ${i} of a POINT body`);
    return {
      name: reader.text(NAME_WIDTH, 'name'),
      group: reader.text(GROUP_WIDTH, 'group'),
      colour: [reader.u8(), reader.u8(), reader.u8(), reader.u8()],
      position: [reader.f32(), reader.f32(), reader.f32()],
      diameter: reader.f32(),
      owner: reader.text(OWNER_WIDTH, 'owner'),
    };
  });
}

/** @throws OptionError BAD_LENGTH, BAD_TEXT. */
export function encodePoints(points: readonly IgtlPoint[]): Uint8Array {
  const writer = new ByteWriter(SIZE * points.length);
  for (const { name, group, colour, position, diameter, owner } of points) {
    writer.text(name, NAME_WIDTH, 'The name of a point').text(group, GROUP_WIDTH, 'The group of a point');
    for (const part of colour) writer.u8(part);
    for (const coordinate of position) writer.f32(coordinate);
    writer.f32(diameter).text(owner, OWNER_WIDTH, 'The owner of a point');
  }
  return writer.bytes;
}
