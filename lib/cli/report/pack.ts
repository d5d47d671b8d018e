// Typed arrays, a report's sub-triangles and a surface → base64 for a web page; of a surface too large for it, the
// faces nearest to some boxes.

import { cornerOffset } from '#core';
import type { TriangleMesh } from '#mesh';
import type { PicturedReport } from '../kept-poses.ts';
import type { Packed, PackedContacts, PackedSurface } from './payload.ts';

export function pack<Type extends Packed<'f32' | 'f64' | 'u8' | 'u16' | 'u32'>['type']>(
  type: Type,
  values: Float32Array | Float64Array | Uint8Array | Uint16Array | Uint32Array,
): Packed<Type> {
  return { type, base64: Buffer.from(values.buffer, values.byteOffset, values.byteLength).toString('base64') };
}

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

/** A surface with more faces than this, which take about 7 MB in the page, is cropped. */
const FACES_SHOWN = 300_000;

/** Axis-aligned boxes in the mesh's own frame, mm: min xyz, max xyz of each. */
export type Box = Float64Array;

export function emptyBox(): Box {
  return Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
}

export function growBox(box: Box, x: number, y: number, z: number): void {
  box[0] = Math.min(box[0], x);
  box[1] = Math.min(box[1], y);
  box[2] = Math.min(box[2], z);
  box[3] = Math.max(box[3], x);
  box[4] = Math.max(box[4], y);
  box[5] = Math.max(box[5], z);
}

/**
 * The whole surface, or its `limit` faces whose centroids are nearest to any of `boxes`. Among equally near faces,
 * those with the lower numbers are kept.
 * @param boxes one or more boxes, concatenated.
 */
export function cropSurface(mesh: TriangleMesh, boxes: Box, limit = FACES_SHOWN): PackedSurface {
  const total = mesh.faces.length / 3;
  const faces = total <= limit ? mesh.faces : facesNearest(mesh, boxes, limit);
  const renumbered = new Int32Array(mesh.positions.length / 3).fill(-1);
  const kept = new Uint32Array(faces.length);
  const positions = new Float32Array(3 * Math.min(renumbered.length, faces.length));
  let vertices = 0;
  for (let i = 0; i < faces.length; i++) {
    const vertex = faces[i];
    if (renumbered[vertex] < 0) {
      for (let axis = 0; axis < 3; axis++) positions[3 * vertices + axis] = mesh.positions[3 * vertex + axis];
      renumbered[vertex] = vertices++;
    }
    kept[i] = renumbered[vertex];
  }
  return {
    positions: pack('f32', positions.subarray(0, 3 * vertices)),
    faces: pack('u32', kept),
    facesShown: faces.length / 3,
    facesTotal: total,
  };
}

function facesNearest(mesh: TriangleMesh, boxes: Box, limit: number): Uint32Array {
  const { positions, faces } = mesh;
  const centre = new Float64Array(3);
  const squared = Float64Array.from({ length: faces.length / 3 }, (_, face) => {
    for (let axis = 0; axis < 3; axis++)
      centre[axis] =
        (positions[cornerOffset(faces, face, 0) + axis] +
          positions[cornerOffset(faces, face, 1) + axis] +
          positions[cornerOffset(faces, face, 2) + axis]) /
        3;
    let least = Number.POSITIVE_INFINITY;
    for (let box = 0; box < boxes.length; box += 6) least = Math.min(least, squaredDistance(centre, boxes, box));
    return least;
  });
  const order = Uint32Array.from(squared.keys()).sort((a, b) => squared[a] - squared[b] || a - b);
  const chosen = order.subarray(0, limit).sort();
  return Uint32Array.from({ length: 3 * chosen.length }, (_, i) => faces[3 * chosen[(i / 3) | 0] + (i % 3)]);
}

function squaredDistance(point: Float64Array, boxes: Box, box: number): number {
  let sum = 0;
  for (let axis = 0; axis < 3; axis++) {
    const outside = Math.max(boxes[box + axis] - point[axis], point[axis] - boxes[box + 3 + axis], 0);
    sum += outside * outside;
  }
  return sum;
}
