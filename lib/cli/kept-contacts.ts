// A kept report ↔ a file, from which an interrupted run resumes.

import { KerfError } from '#core';
import { type PackedSchema, packArrays, unpackArrays } from '#records';
import type { PicturedReport } from './kept-poses.ts';

const VERSION = 1;
const SCHEMA = {
  numbers: ['pose'],
  arrays: {
    body: 'u16',
    face: 'u32',
    patch: 'u32',
    corners: 'f64',
    point: 'f64',
    distance: 'f64',
    low: 'f64',
    high: 'f64',
    segments: 'f64',
  },
} as const satisfies PackedSchema;

export function packReport(pose: number, { contacts, intersectionSegments }: PicturedReport): Uint8Array {
  const { length, body, face, patch, corners, point, distance, low, high } = contacts;
  return packArrays(SCHEMA, VERSION, {
    numbers: { pose },
    arrays: {
      body: Uint16Array.from(body.subarray(0, length)),
      face: face.subarray(0, length),
      patch: patch.subarray(0, length),
      corners: corners.subarray(0, 9 * length),
      point: point.subarray(0, 3 * length),
      distance: distance.subarray(0, length),
      low: low.subarray(0, length),
      high: high.subarray(0, length),
      segments: intersectionSegments,
    },
  });
}

/** null if the bytes are not what packReport made for that pose. */
export function unpackReport(pose: number, bytes: Uint8Array): PicturedReport | null {
  try {
    const { numbers, arrays } = unpackArrays(bytes, SCHEMA, VERSION, `the contacts of pose ${pose}`);
    if (numbers.pose !== pose) return null;
    const { segments, body, ...columns } = arrays;
    const contacts = { length: columns.distance.length, body: Uint8Array.from(body), ...columns };
    return { contacts, intersectionSegments: segments };
  } catch (error) {
    if (error instanceof KerfError) return null;
    throw error;
  }
}

/** The report of a pose without contacts and intersection curve; it needs no file. */
export function emptyReport(): PicturedReport {
  return {
    contacts: {
      length: 0,
      body: new Uint8Array(),
      face: new Uint32Array(),
      patch: new Uint32Array(),
      corners: new Float64Array(),
      point: new Float64Array(),
      distance: new Float64Array(),
      low: new Float64Array(),
      high: new Float64Array(),
    },
    intersectionSegments: new Float64Array(),
  };
}
