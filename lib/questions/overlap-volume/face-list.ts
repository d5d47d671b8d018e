// A body → its faces as plain lists: corners and boxes.

import type { Surface } from '#records';
import { putBeside } from './face-contact.ts';

/** A body's current faces: 9 numbers per face; low x, y, z, high x, y, z of each. */
export interface FaceList {
  readonly body: Surface;
  readonly count: number;
  readonly corners: Float64Array;
  readonly boxes: Float64Array;
  /** For each face, the side on which the other body lies where it touches the face's interior, ±1; else 0. */
  readonly touched: Int8Array;
}

/** null if a face has no area: it then has no side. */
export function faceList(body: Surface): FaceList | null {
  const { positions, faces, faceCount, retired } = body;
  const live: number[] = [];
  for (let face = 0; face < faceCount; face++) if (retired?.[face] !== 1) live.push(face);
  const corners = new Float64Array(9 * live.length);
  const boxes = new Float64Array(6 * live.length);
  const one = new Float64Array(21);
  for (let i = 0; i < live.length; i++) {
    for (let n = 0; n < 9; n++) one[n] = positions[3 * faces[3 * live[i] + Math.floor(n / 3)] + (n % 3)];
    if (!putBeside(one)) return null;
    corners.set(one.subarray(0, 9), 9 * i);
    for (let k = 0; k < 3; k++) {
      boxes[6 * i + k] = Math.min(one[k], one[3 + k], one[6 + k]);
      boxes[6 * i + 3 + k] = Math.max(one[k], one[3 + k], one[6 + k]);
    }
  }
  return { body, count: live.length, corners, boxes, touched: new Int8Array(live.length) };
}

export function boxesMeet(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  for (let k = 0; k < 3; k++) if (a[i + k] > b[j + 3 + k] || a[i + 3 + k] < b[j + k]) return false;
  return true;
}
