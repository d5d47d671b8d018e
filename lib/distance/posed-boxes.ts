// A posed surface → boxes in the bone's frame about the nodes of its cluster tree, each made when it is first asked for.

import { posedBox, type Surface } from '../records/index.ts';

export class PosedBoxes {
  /** 6 numbers a node and level, as in ClusterTree, but in the bone's frame; of those nodes for which `make` has been called since `begin`. */
  levels: Float64Array[] = [];
  readonly #surface: Surface;
  #stamps: Float64Array[] = [];
  #stamp = 0;

  constructor(surface: Surface) {
    this.#surface = surface;
  }

  /** For the pose that the surface has now. */
  begin(): void {
    const { sizes } = this.#surface.clusters;
    if (this.#stamps[0]?.length !== sizes[0]) {
      this.levels = sizes.map((size) => new Float64Array(6 * size));
      this.#stamps = sizes.map((size) => new Float64Array(size));
    }
    this.#stamp++;
  }

  /** The box of the node's own box under the pose, wider by frame.slack: it holds the stored coordinates of the node's faces. */
  make(level: number, node: number): void {
    const stamps = this.#stamps[level];
    if (stamps[node] === this.#stamp) return;
    stamps[node] = this.#stamp;
    const { clusters, frame } = this.#surface;
    posedBox(clusters.levels[level], 6 * node, frame, frame.slack, this.levels[level], 6 * node);
  }
}
