// A posed surface → the boxes of its cluster tree in the bone's frame, as tight as its stored coordinates are.

import { FAN, type Surface } from '../records/index.ts';

export class PosedBoxes {
  /** 6 numbers a node and level, as in ClusterTree, but exact and in the bone's frame. */
  levels: Float64Array[] = [];
  sizes: readonly number[] = [];

  /** Refits every box from the leaves up. */
  fit(surface: Surface): void {
    const { clusters } = surface;
    if (this.sizes[0] !== clusters.sizes[0]) this.levels = clusters.sizes.map((size) => new Float64Array(6 * size));
    this.sizes = clusters.sizes;
    for (let node = 0; node < clusters.sizes[0]; node++) fitLeaf(surface, node, this.levels[0]);
    for (let level = 1; level < this.levels.length; level++)
      for (let node = 0; node < clusters.sizes[level]; node++)
        fitParent(this.levels[level - 1], clusters.sizes[level - 1], node, this.levels[level]);
  }
}

function fitLeaf({ positions: A, faces, clusters }: Surface, node: number, boxes: Float64Array): void {
  const end = Math.min(clusters.count, FAN * (node + 1));
  let x0 = Number.POSITIVE_INFINITY;
  let y0 = x0;
  let z0 = x0;
  let x1 = Number.NEGATIVE_INFINITY;
  let y1 = x1;
  let z1 = x1;
  for (let slot = FAN * node; slot < end; slot++) {
    const f = 3 * clusters.order[slot];
    const a = 3 * faces[f];
    const b = 3 * faces[f + 1];
    const c = 3 * faces[f + 2];
    x0 = Math.min(x0, A[a], A[b], A[c]);
    y0 = Math.min(y0, A[a + 1], A[b + 1], A[c + 1]);
    z0 = Math.min(z0, A[a + 2], A[b + 2], A[c + 2]);
    x1 = Math.max(x1, A[a], A[b], A[c]);
    y1 = Math.max(y1, A[a + 1], A[b + 1], A[c + 1]);
    z1 = Math.max(z1, A[a + 2], A[b + 2], A[c + 2]);
  }
  const o = 6 * node;
  boxes[o] = x0;
  boxes[o + 1] = y0;
  boxes[o + 2] = z0;
  boxes[o + 3] = x1;
  boxes[o + 4] = y1;
  boxes[o + 5] = z1;
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
