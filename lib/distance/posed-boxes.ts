// A posed surface → the boxes of its cluster tree in the bone's frame, as tight as its stored coordinates are.

import { FAN, leafBox, type Surface } from '../records/index.ts';

export class PosedBoxes {
  /** 6 numbers a node and level, as in ClusterTree, but exact and in the bone's frame. */
  levels: Float64Array[] = [];
  sizes: readonly number[] = [];

  /** Refits every box from the leaves up. */
  fit(surface: Surface): void {
    const { clusters, positions, faces } = surface;
    if (this.sizes[0] !== clusters.sizes[0]) this.levels = clusters.sizes.map((size) => new Float64Array(6 * size));
    this.sizes = clusters.sizes;
    for (let node = 0; node < clusters.sizes[0]; node++)
      leafBox(clusters, node, positions, faces, this.levels[0], 6 * node);
    for (let level = 1; level < this.levels.length; level++)
      for (let node = 0; node < clusters.sizes[level]; node++)
        fitParent(this.levels[level - 1], clusters.sizes[level - 1], node, this.levels[level]);
  }
}

function fitParent(below: Float64Array, count: number, node: number, boxes: Float64Array): void {
  const o = 6 * node;
  boxes.fill(Number.POSITIVE_INFINITY, o, o + 3).fill(Number.NEGATIVE_INFINITY, o + 3, o + 6);
  const end = Math.min(count, FAN * (node + 1));
  for (let child = FAN * node; child < end; child++)
    for (let k = 0; k < 3; k++) {
      boxes[o + k] = Math.min(boxes[o + k], below[6 * child + k]);
      boxes[o + 3 + k] = Math.max(boxes[o + 3 + k], below[6 * child + 3 + k]);
    }
}
