// A box in a body's own frame → a box that encloses it in the bone's frame.

import type { LocalFrame } from './pose.ts';

/**
 * @param boxes low x, y, z, high x, y, z from offset o on, in the body's own frame.
 * @param inflate mm, inflate[0] is added on every side: at least frame.slack, so that the box holds the stored
 * coordinates of everything in the given one; more if the caller wants a margin. It is in an array because V8 allocates
 * a number passed to a call on the heap unless it inlines the call.
 * @param out receives low x, y, z, high x, y, z from offset `at` on, in the bone's frame.
 */
export function posedBox(
  boxes: Float32Array,
  o: number,
  { forward: m }: Pick<LocalFrame, 'forward'>,
  inflate: Float64Array,
  out: Float64Array,
  at: number,
): void {
  const x = (boxes[o] + boxes[o + 3]) / 2;
  const y = (boxes[o + 1] + boxes[o + 4]) / 2;
  const z = (boxes[o + 2] + boxes[o + 5]) / 2;
  const ex = boxes[o + 3] - x;
  const ey = boxes[o + 4] - y;
  const ez = boxes[o + 5] - z;
  for (let k = 0; k < 3; k++) {
    const r = 4 * k;
    const centre = m[r] * x + m[r + 1] * y + m[r + 2] * z + m[r + 3];
    const extent = Math.abs(m[r]) * ex + Math.abs(m[r + 1]) * ey + Math.abs(m[r + 2]) * ez + inflate[0];
    out[at + k] = centre - extent;
    out[at + 3 + k] = centre + extent;
  }
}
