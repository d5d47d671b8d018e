// Two bodies' poses in a scene → the pose of one body in the other's frame.

import type { LocalFrame } from '#core';

/**
 * inverse(bone) · tool, each entry a sum of rounded products: the rotation is off by at most 64u, and the translation
 * by 64u of the translations, with u = 2^-53. Posed bounds allow for it (posed-bounds.ts).
 * @param bone its frame in the scene. @param tool 16 numbers, column-major.
 * @returns 16 numbers, column-major.
 */
export function relativePose({ inverse: a }: LocalFrame, tool: Float64Array): Float64Array {
  const pose = new Float64Array(16);
  for (let row = 0; row < 3; row++) {
    const at = 4 * row;
    for (let column = 0; column < 4; column++) {
      const from = 4 * column;
      pose[from + row] = a[at] * tool[from] + a[at + 1] * tool[from + 1] + a[at + 2] * tool[from + 2];
    }
    pose[12 + row] += a[at + 3];
  }
  pose[15] = 1;
  return pose;
}
