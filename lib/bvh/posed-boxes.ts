// A surface and a frame → boxes in that frame about the nodes of its BVH, each made when it is first asked for.

import type { LocalFrame } from '#core';
import { posedBox } from '#core';
import type { Surface } from '#records';

export class PosedBoxes {
  /**
   * For each level 6 numbers a node, as in Bvh, but in that frame. Valid for nodes for which `make` has been called
   * since `begin`.
   */
  levels: Float64Array[] = [];
  readonly #surface: Surface;
  #stamps: Float64Array[] = [];
  #stamp = 0;
  #frame: Pick<LocalFrame, 'forward' | 'slack'>;
  /** mm: the frame's. */
  readonly #slack = new Float64Array(1);

  constructor(surface: Surface) {
    this.#surface = surface;
    this.#frame = surface.frame;
  }

  /**
   * For the pose that the surface has now.
   * @param frame the way from the surface's own frame to that of the boxes, and by how much stored coordinates may be
   * off it; the bone's unless given.
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
   * The box of the node's own box in the frame, wider by its slack: it holds the stored coordinates of the node's
   * faces.
   */
  make(level: number, node: number): void {
    const stamps = this.#stamps[level];
    if (stamps[node] === this.#stamp) return;
    stamps[node] = this.#stamp;
    posedBox(this.#surface.bvh.levels[level], 6 * node, this.#frame, this.#slack, this.levels[level], 6 * node);
  }
}
