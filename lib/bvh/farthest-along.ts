// A direction and a surface → its corner that lies farthest along it, by branch and bound over the BVH.
//
// Depth first, the child whose box reaches farthest first: a stack holds nodes with how far their boxes reach, the
// farthest on top. Invariant: every corner that may be the farthest was tried, or lies in a node on the stack.

import { BRANCHING, NODE_BITS, type Surface } from '../records/index.ts';

const NODE_MASK = 2 ** NODE_BITS - 1;
/** Nodes that wait: fewer than a node's children on each level of a way down. */
const DEEPEST = 128;

export class FarthestAlong {
  /** Of the last answer, in the frame of the indexes. */
  readonly point = new Float64Array(3);
  /** g·point; −Infinity where the surface has no face. */
  most = Number.NEGATIVE_INFINITY;
  readonly #surface: Surface;
  readonly #waiting = new Uint32Array(DEEPEST);
  readonly #reaches = new Float64Array(DEEPEST);

  constructor(surface: Surface) {
    this.#surface = surface;
  }

  /**
   * Fills `point` and `most`. No corner of a face has a greater product, but for rounding: 20·u·|g|₁·M, where M is the
   * largest coordinate and |g|₁ the sum of |g_k|, for a product has 3 roundings, and so has how far a box reaches.
   * @param g three numbers, in the frame of the indexes.
   */
  find(g: Float64Array): void {
    const { bvh } = this.#surface;
    const waiting = this.#waiting;
    const reaches = this.#reaches;
    const gx = g[0];
    const gy = g[1];
    const gz = g[2];
    this.most = Number.NEGATIVE_INFINITY;
    waiting[0] = (bvh.levels.length - 1) << NODE_BITS;
    reaches[0] = Number.POSITIVE_INFINITY;
    let top = 1;
    while (top > 0) {
      top--;
      if (reaches[top] <= this.most) continue;
      const level = waiting[top] >>> NODE_BITS;
      const node = waiting[top] & NODE_MASK;
      if (level === 0) {
        this.#tryLeaf(node, gx, gy, gz);
        continue;
      }
      const boxes = bvh.levels[level - 1];
      const end = Math.min(bvh.sizes[level - 1], BRANCHING * (node + 1));
      const base = top;
      for (let child = BRANCHING * node; child < end; child++) {
        const o = 6 * child;
        const reach =
          gx * boxes[gx > 0 ? o + 3 : o] + gy * boxes[gy > 0 ? o + 4 : o + 1] + gz * boxes[gz > 0 ? o + 5 : o + 2];
        if (!(reach > this.most)) continue;
        let slot = top++;
        for (; slot > base && reaches[slot - 1] > reach; slot--) {
          reaches[slot] = reaches[slot - 1];
          waiting[slot] = waiting[slot - 1];
        }
        reaches[slot] = reach;
        waiting[slot] = ((level - 1) << NODE_BITS) | child;
      }
    }
  }

  #tryLeaf(node: number, gx: number, gy: number, gz: number): void {
    const { bvh, faces, retired } = this.#surface;
    const positions = this.#surface.ownPositions();
    const end = Math.min(bvh.count, BRANCHING * (node + 1));
    for (let place = BRANCHING * node; place < end; place++) {
      const face = bvh.order[place];
      if (retired?.[face] === 1) continue;
      for (let corner = 3 * face; corner < 3 * face + 3; corner++) {
        const at = 3 * faces[corner];
        const reach = gx * positions[at] + gy * positions[at + 1] + gz * positions[at + 2];
        if (!(reach > this.most)) continue;
        this.most = reach;
        for (let k = 0; k < 3; k++) this.point[k] = positions[at + k];
      }
    }
  }
}
