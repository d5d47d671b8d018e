// A moving sphere and a box → a time before which they do not touch.
//
// The slab test (T. Kay, J. Kajiya, "Ray tracing complex scenes", 1986) of the box, grown by sweepReach. The grown box
// reaches past the rounded corners; so if the sphere is still apart from the box at that time, it advances by the
// distance between them, repeatedly. Along an axis without motion 1 / 0 makes both times infinite; 0 / 0 reports a box
// exactly that far away as not touched, which is true.

import { sweepReach, UNIT_ROUNDOFF } from '#core';
import type { SphereOnFace } from './sphere-on-face.ts';

/** Covers a difference, a product with a rounded quotient, and this product. */
const ROUNDED_DOWN = 1 - 8 * UNIT_ROUNDOFF;
const ROUNDED_UP = 1 + 8 * UNIT_ROUNDOFF;

/** Steps toward a box. */
const STEPS = 2;

export class SweptSlabs {
  #x = 0;
  #y = 0;
  #z = 0;
  #overX = 0;
  #overY = 0;
  #overZ = 0;
  #wayX = 0;
  #wayY = 0;
  #wayZ = 0;
  #overLength = 0;
  #more = 0;

  load({ from, way, radius, slack, overLength }: SphereOnFace): void {
    this.#x = from[0];
    this.#y = from[1];
    this.#z = from[2];
    this.#overX = 1 / way[0];
    this.#overY = 1 / way[1];
    this.#overZ = 1 / way[2];
    this.#wayX = way[0];
    this.#wayY = way[1];
    this.#wayZ = way[2];
    this.#overLength = overLength;
    this.#more = sweepReach(radius, slack);
  }

  /** @param boxes low x, y, z, high x, y, z at this offset. @returns Infinity if they touch at no time in [0, 1]. */
  entryOf(boxes: Float32Array | Float64Array, at: number): number {
    const more = this.#more;
    let entry = 0;
    let exit = 1;
    const lowX = (boxes[at] - more - this.#x) * this.#overX;
    const highX = (boxes[at + 3] + more - this.#x) * this.#overX;
    if (lowX < highX) {
      if (lowX > entry) entry = lowX;
      if (highX < exit) exit = highX;
    } else {
      if (highX > entry) entry = highX;
      if (lowX < exit) exit = lowX;
    }
    const lowY = (boxes[at + 1] - more - this.#y) * this.#overY;
    const highY = (boxes[at + 4] + more - this.#y) * this.#overY;
    if (lowY < highY) {
      if (lowY > entry) entry = lowY;
      if (highY < exit) exit = highY;
    } else {
      if (highY > entry) entry = highY;
      if (lowY < exit) exit = lowY;
    }
    const lowZ = (boxes[at + 2] - more - this.#z) * this.#overZ;
    const highZ = (boxes[at + 5] + more - this.#z) * this.#overZ;
    if (lowZ < highZ) {
      if (lowZ > entry) entry = lowZ;
      if (highZ < exit) exit = highZ;
    } else {
      if (highZ > entry) entry = highZ;
      if (lowZ < exit) exit = lowZ;
    }
    if (!(entry * ROUNDED_DOWN <= exit * ROUNDED_UP)) return Infinity;
    let t = entry * ROUNDED_DOWN;
    for (let step = 0; step < STEPS; step++) {
      const x = this.#x + t * this.#wayX;
      const y = this.#y + t * this.#wayY;
      const z = this.#z + t * this.#wayZ;
      const dx = Math.max(boxes[at] - x, x - boxes[at + 3], 0);
      const dy = Math.max(boxes[at + 1] - y, y - boxes[at + 4], 0);
      const dz = Math.max(boxes[at + 2] - z, z - boxes[at + 5], 0);
      const gap = Math.sqrt(dx * dx + dy * dy + dz * dz) - more;
      if (!(gap > 0)) break;
      t += gap * this.#overLength;
      if (t > 1) return Infinity;
    }
    return t;
  }
}
