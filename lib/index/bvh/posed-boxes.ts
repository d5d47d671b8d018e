// A surface and a frame → boxes in that frame that enclose the nodes of its BVH, each made when first requested.

import type { LocalFrame } from '#core';
import { posedBox } from '#core';
import type { Surface } from '#records';

export class PosedBoxes {
  /**
   * For each level 6 numbers per node, as in Bvh, but in that frame. Valid for nodes for which `make` has been called
   * since `begin`.
   */
  levels: Float64Array[] = [];
  readonly #surface: Surface;
  #stamps: Float64Array[] = [];
  #stamp = 0;
  #frame: Pick<LocalFrame, 'forward' | 'slack'>;
  /** The frame's slack, mm. */
  readonly #slack = new Float64Array(1);

  constructor(surface: Surface) {
    this.#surface = surface;
    this.#frame = surface.frame;
  }

  /**
   * Begins with the surface's present pose.
   * @param frame the way from the surface's own frame to that of the boxes, and the error that stored coordinates may
   * have in it; the bone's unless given.
   */
  begin(frame: Pick<LocalFrame, 'forward' | 'slack'> = this.#surface.frame): void {
    this.#frame = frame;
    this.#slack[0] = frame.slack;
    const { sizes } = this.#surface.bvh;
    if (this.#stamps[0]?.length !== sizes[0]) {
      this.levels = sizes.map((size) => new Float64Array(6 * size));
      this.#stamps = sizes.map((size) => new Float64Array(size));
    }
    this.#stamp++;
  }

  /**
   * Encloses the node's own box in the frame, widened by its slack: it holds the stored coordinates of the node's
   * faces.
   */
  make(level: number, node: number): void {
    const stamps = this.#stamps[level];
    if (stamps[node] === this.#stamp) return;
    stamps[node] = this.#stamp;
    posedBox(this.#surface.bvh.levels[level], 6 * node, this.#frame, this.#slack, this.levels[level], 6 * node);
  }
}
