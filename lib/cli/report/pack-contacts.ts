// A report → its sub-triangles, packed.

import type { PicturedReport } from '../kept-poses.ts';
import { pack } from './pack-array.ts';
import type { PackedContacts } from './payload.ts';

const LARGEST = 0xffff;

/** Corners and segments are rounded to 1/65535 of the longest side of their common box; distances to f32. */
export function packContacts({ contacts, intersectionSegments }: PicturedReport): PackedContacts {
  const corners = contacts.corners.subarray(0, 9 * contacts.length);
  const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const high = low.map((value) => -value);
  for (const points of [corners, intersectionSegments])
    for (let i = 0; i < points.length; i++) {
      if (points[i] < low[i % 3]) low[i % 3] = points[i];
      if (points[i] > high[i % 3]) high[i % 3] = points[i];
    }
  const empty = corners.length + intersectionSegments.length === 0;
  const origin = empty ? [0, 0, 0] : low;
  const step = empty ? 0 : Math.max(...high.map((value, axis) => value - low[axis])) / LARGEST;
  const integers = (points: Float64Array) =>
    Uint16Array.from(points, (value, i) => (step > 0 ? Math.round((value - origin[i % 3]) / step) : 0));
  return {
    origin,
    step,
    corners: pack('u16', integers(corners)),
    distance: pack('f32', Float32Array.from(contacts.distance.subarray(0, contacts.length))),
    body: pack('u8', contacts.body.subarray(0, contacts.length)),
    segments: pack('u16', integers(intersectionSegments)),
  };
}
