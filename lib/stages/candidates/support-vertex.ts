// A direction and a bone → the vertex of its faces farthest along the direction, by the bone's BVH.
//
//        ┌────────┐            A box reaches as far along g as the corner that g points to. Top down, the child that
//        │  ┌──┐  │──▶ g       reaches farthest is searched first, then each child that reaches beyond the best vertex
//        │  │∙:│◀ first        so far.
//        └──┴──┴──┘
//
// Invariant: every vertex that may be the farthest was tried, or lies in a box yet to be searched. Products are summed
// in one order for boxes and vertices, and rounding is monotone: no vertex's product is above that of a box that
// contains it.

import { BRANCHING, type Surface } from '#records';

export class SupportVertex {
  /** The last answer's vertex, mm. */
  readonly point = new Float64Array(3);
  /** g·point; −Infinity if no face is left. */
  most = Number.NEGATIVE_INFINITY;
  readonly #surface: Surface;
  readonly #g = new Float64Array(3);
  /** Where in a box of six numbers the corner is that g points to: x, y, z. */
  readonly #ends = new Int32Array(3);
  /** How far the children of the node searched on each level reach. */
  #reaches = new Float64Array(0);

  constructor(surface: Surface) {
    this.#surface = surface;
  }

  /**
   * Fills `point` and `most`. No vertex of a face that is not retired has a greater computed product. With 3 roundings,
   * a product has an error of at most 4·u·|g|₁·M, where M is the largest coordinate and |g|₁ the sum of |g_k|.
   * @param g three numbers.
   */
  find(g: Float64Array): void {
    const { levels } = this.#surface.bvh;
    if (this.#reaches.length < BRANCHING * levels.length) this.#reaches = new Float64Array(BRANCHING * levels.length);
    for (let k = 0; k < 3; k++) {
      this.#g[k] = g[k];
      this.#ends[k] = g[k] > 0 ? 3 + k : k;
    }
    this.most = Number.NEGATIVE_INFINITY;
    this.point.fill(Number.NaN);
    this.#visit(levels.length - 1, 0);
  }

  // Only small integers are passed: V8 allocates for other numbers passed to a call.
  #visit(level: number, node: number): void {
    if (level === 0) {
      this.#tryFaces(node);
      return;
    }
    const { levels, sizes } = this.#surface.bvh;
    const boxes = levels[level - 1];
    const x = this.#ends[0];
    const y = this.#ends[1];
    const z = this.#ends[2];
    const gx = this.#g[0];
    const gy = this.#g[1];
    const gz = this.#g[2];
    const reaches = this.#reaches;
    const first = BRANCHING * node;
    const count = Math.min(BRANCHING, sizes[level - 1] - first);
    const at = BRANCHING * level;
    let best = 0;
    for (let i = 0; i < count; i++) {
      const o = 6 * (first + i);
      reaches[at + i] = gx * boxes[o + x] + gy * boxes[o + y] + gz * boxes[o + z];
      if (reaches[at + i] > reaches[at + best]) best = i;
    }
    for (let n = -1; n < count; n++) {
      const i = n < 0 ? best : n;
      if (reaches[at + i] > this.most) this.#visit(level - 1, first + i);
    }
  }

  #tryFaces(leaf: number): void {
    const { bvh, positions, faces, retired } = this.#surface;
    const gx = this.#g[0];
    const gy = this.#g[1];
    const gz = this.#g[2];
    const last = Math.min(BRANCHING * (leaf + 1), bvh.count);
    for (let place = BRANCHING * leaf; place < last; place++) {
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
