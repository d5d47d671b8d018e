// What covers a picture at its edges → the part of it that nothing covers.

import type { Part } from './picture-wire.ts';

const WHOLE: Part = { left: 0, bottom: 0, right: 1, top: 1 };
/** Of the height: what is drawn smaller than this is better covered in part. */
const LEAST = 0.35;

/**
 * A wide picture gives up a strip at its right edge for each cover on its right half, and nothing else; a tall one
 * strips at its upper and lower edges. Covers on the left of a wide picture are small, and lie below a skull.
 */
export function clearOf(covers: readonly Part[], isWide: boolean): Part {
  let [right, bottom, top] = [1, 0, 1];
  for (const cover of covers) {
    if (isWide && cover.left > 0.5) right = Math.min(right, cover.left);
    else if (!isWide && cover.bottom > 0.5) top = Math.min(top, cover.bottom);
    else if (!isWide) bottom = Math.max(bottom, cover.top);
  }
  return top - bottom < LEAST ? { ...WHOLE, right } : { left: 0, bottom, right, top };
}
