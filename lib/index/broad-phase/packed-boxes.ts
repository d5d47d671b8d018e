// Boxes near a leaf's box → two words each; one subtraction compares three axes.
//
// L. Lamport, "Multiple byte processing with full-word instructions", CACM 18(8), 1975: numbers stand side by side in a
// word, a guard bit above each. Subtracting clears the guard of a field whose number was the lesser one, and borrows
// nothing from the next field.
//
//     bit 29        19        9                  high of p, guards set     1 zzzzzzzzz 1 yyyyyyyyy 1 xxxxxxxxx
//         ▼ z (9)   ▼ y (9)   ▼ x (9)            − low of q, guards clear  0 zzzzzzzzz 0 yyyyyyyyy 0 xxxxxxxxx
//                                                guard stays if high of p ≥ low of q
//
// A field is a coordinate relative to the leaf's box, halved until it fits; coordinates below the box are 0, those
// above it LAST. All steps are monotone. So boxes that overlap do so in fields, and if all six comparisons of fields
// are strict they really overlap; only the other cases must be checked again.

import type { IntegerBoxes } from './leaf-set.ts';

const FIELD_BITS = 9;
const STRIDE = FIELD_BITS + 1;
const LAST = 2 ** FIELD_BITS - 1;
/** The widest leaf, after halving: 0 and LAST are for coordinates outside. */
const WIDEST = LAST - 2;

/** A guard bit in each field. */
export const GUARDS = (1 << FIELD_BITS) | (1 << (FIELD_BITS + STRIDE)) | (1 << (FIELD_BITS + 2 * STRIDE));
/** 1 in each field: subtracted from a high, it turns ≥ into >. */
export const ONES = 1 | (1 << STRIDE) | (1 << (2 * STRIDE));

export class LeafFrame {
  readonly #low = new Int32Array(3);
  readonly #high = new Int32Array(3);
  readonly #shift = new Int32Array(3);

  /** Takes the frame of the box at boxes[at …]. */
  setTo(boxes: IntegerBoxes, at: number): void {
    for (let k = 0; k < 3; k++) {
      this.#low[k] = boxes[at + k];
      this.#high[k] = boxes[at + 3 + k];
      const extent = this.#high[k] - this.#low[k];
      let shift = Math.max(0, 32 - FIELD_BITS - Math.clz32(extent));
      if (extent >> shift > WIDEST) shift++;
      this.#shift[k] = shift;
    }
  }

  /** Lows of a box that overlaps the frame's, guards clear. */
  lows(boxes: IntegerBoxes, at: number): number {
    const low = this.#low;
    const shift = this.#shift;
    const x = boxes[at] - low[0];
    const y = boxes[at + 1] - low[1];
    const z = boxes[at + 2] - low[2];
    return (
      (x < 0 ? 0 : (x >> shift[0]) + 1) |
      ((y < 0 ? 0 : (y >> shift[1]) + 1) << STRIDE) |
      ((z < 0 ? 0 : (z >> shift[2]) + 1) << (2 * STRIDE))
    );
  }

  /** Highs of a box that overlaps the frame's, guards set. */
  highs(boxes: IntegerBoxes, at: number): number {
    const low = this.#low;
    const high = this.#high;
    const shift = this.#shift;
    const x = boxes[at + 3];
    const y = boxes[at + 4];
    const z = boxes[at + 5];
    return (
      (x > high[0] ? LAST : ((x - low[0]) >> shift[0]) + 1) |
      ((y > high[1] ? LAST : ((y - low[1]) >> shift[1]) + 1) << STRIDE) |
      ((z > high[2] ? LAST : ((z - low[2]) >> shift[2]) + 1) << (2 * STRIDE)) |
      GUARDS
    );
  }
}
