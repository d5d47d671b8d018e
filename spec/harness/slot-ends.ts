// A block with a slot across it → where the slot ends along x, on a line at a given y and z.

import type { TriangleMesh } from '#mesh';
import { PlainSolid } from './plain-solid.ts';

/**
 * mm: what each end may be off if an envelope was made, and then a bone cut with it, both with cells of this size, mm.
 * An end is a flat wall across x. Which vertices lie beyond it is exact, and a face lies in a cell that has vertices on
 * both sides: so the wall shown is in the same layer of cells as the wall.
 */
export const slotBound = (cell: number) => 2 * cell;

/** Halvings of the way from the slot's middle to the bone beyond its end. */
const HALVINGS = 40;

/**
 * @param far mm: bone is at x = ±far, and none at x = 0. @returns the ends below and above x = 0.
 * @throws if it is not so.
 */
export function slotEnds(block: TriangleMesh, y: number, z: number, far: number): [low: number, high: number] {
  const solid = new PlainSolid(block);
  const isBone = (x: number) => solid.winding(x, y, z) !== 0;
  const ends = [-far, far].map((end) => {
    if (isBone(0) || !isBone(end)) throw new Error(`There is no slot at y ${y}, z ${z} within x ${end}.`);
    let [open, bone] = [0, end];
    for (let n = 0; n < HALVINGS; n++) {
      const middle = (open + bone) / 2;
      if (isBone(middle)) bone = middle;
      else open = middle;
    }
    return open;
  });
  return [ends[0], ends[1]];
}
