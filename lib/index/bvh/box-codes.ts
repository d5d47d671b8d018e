// Boxes → the code of each one's centre, in cells of the box of all centres.

import { MORTON_CELLS } from './morton-code.ts';

/** @param boxes 6 f32 per item: low x, y, z, high x, y, z. @param code of a cell. */
export function boxCodes(
  boxes: Float32Array,
  count: number,
  code: (x: number, y: number, z: number) => number,
): Uint32Array {
  const low = new Float64Array(3);
  const scale = new Float64Array(3);
  for (let axis = 0; axis < 3; axis++) {
    let least = Number.POSITIVE_INFINITY;
    let greatest = Number.NEGATIVE_INFINITY;
    for (let i = axis; i < 6 * count; i += 6) {
      least = Math.min(least, boxes[i] + boxes[i + 3]);
      greatest = Math.max(greatest, boxes[i] + boxes[i + 3]);
    }
    low[axis] = least;
    scale[axis] = greatest > least ? MORTON_CELLS / (greatest - least) : 0;
  }
  const codes = new Uint32Array(count);
  for (let item = 0, i = 0; item < count; item++, i += 6)
    codes[item] = code(
      (boxes[i] + boxes[i + 3] - low[0]) * scale[0],
      (boxes[i + 1] + boxes[i + 4] - low[1]) * scale[1],
      (boxes[i + 2] + boxes[i + 5] - low[2]) * scale[2],
    );
  return codes;
}
