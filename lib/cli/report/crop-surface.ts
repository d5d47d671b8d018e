// A surface too large for a web page → the faces nearest to some boxes, unchanged.

import { cornerOffset } from '#core';
import type { TriangleMesh } from '#mesh';
import { pack } from './pack-array.ts';
import type { PackedSurface } from './payload.ts';

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
