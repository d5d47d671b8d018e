// A posed tool and a box of the lattice → which of the box's vertices are in the tool.

import { ACROSS, hitLines, LineHits } from './line-hits.ts';
import { eachRange } from './mark-bone.ts';

export class ToolSides {
  readonly #low: ArrayLike<number>;
  readonly #size: readonly number[];
  readonly #bits: Uint8Array;

  /** Vertices of a box, from place `low` to place `high`. @param points in cells of the lattice. */
  constructor(points: Float64Array, faces: Uint32Array, low: ArrayLike<number>, high: ArrayLike<number>) {
    this.#low = low;
    const size = [0, 1, 2].map((k) => high[k] - low[k] + 1);
    this.#size = size;
    this.#bits = new Uint8Array(size[0] * size[1] * size[2]);
    // Lines along the longest extent are fewest.
    const axis = size.indexOf(Math.max(...size)) as 0 | 1 | 2;
    const [u, v] = ACROSS[axis];
    const steps = [1, size[0], size[0] * size[1]];
    const hits = new LineHits();
    hitLines(points, faces, null, faces.length / 3, axis, low, high, hits);
    eachRange(hits, (i, j, from, to) => {
      const line = (i - low[u]) * steps[u] + (j - low[v]) * steps[v];
      const last = Math.min(to, high[axis]);
      for (let k = Math.max(from, low[axis]); k <= last; k++) this.#bits[line + (k - low[axis]) * steps[axis]] = 1;
    });
  }

  has(i: number, j: number, k: number): boolean {
    const [x, y] = this.#size;
    return this.#bits[i - this.#low[0] + x * (j - this.#low[1] + y * (k - this.#low[2]))] === 1;
  }
}
