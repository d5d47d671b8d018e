// Triangles that move, and a tree over them → k-DOPs of each node at the start and at the end of the motion, and
// whether two nodes are apart throughout.
//
// A k-DOP holds the least and the greatest value of k/2 linear functions: with x, y, z alone it is an AABB; with the
// sums and differences of two of these, an 18-DOP (J. T. Klosowski et al., "Efficient collision detection using
// bounding volume hierarchies of k-DOPs", IEEE TVCG 4(1), 1998).
//
//    value                        Vertices move linearly, and so does the value of each: if all of A's are greater than
//      │ A ══════════             all of B's at the start and at the end, they are so at every time between. What A and
//      │   ══════════ A           B sweep may overlap nevertheless, and does wherever they move together. Bounds linear
//      │ B ══════════             in time are known from motion blur (S. Woop, A. T. Áfra, C. Benthin, "STBVH", HPG
//      │   ══════════ B           2017).
//      └──────────────▶ time
//
// Values are rounded to the nearest f32, not outward. Rounding keeps the order of any two numbers: if a rounded value
// is greater than another, so is the exact one.

import type { MedianTree } from './median-tree.ts';

/** Half of k: 3 for an AABB, 9 for an 18-DOP. */
export type DopAxes = 3 | 9;

/** Its k-DOPs: `axes` least values at the start, as many at the end, then the greatest ones in the same order. */
export class DopTree {
  readonly axes: DopAxes;
  readonly tree: MedianTree;
  /** Of each vertex, its values: `axes` at the start, as many at the end. */
  readonly vertices: Float32Array;
  /** Of each node, its k-DOP. */
  readonly nodes: Float32Array;
  /** The number of nodes that have children. */
  readonly inner: number;
  readonly #corners: Uint32Array;

  /**
   * @param corners three vertices per triangle, triangles by number.
   * @param tree over these triangles.
   */
  constructor(tree: MedianTree, corners: Uint32Array, vertexCount: number, axes: DopAxes) {
    this.tree = tree;
    this.axes = axes;
    this.inner = tree.children.length / 2;
    this.vertices = new Float32Array(2 * axes * vertexCount);
    this.nodes = new Float32Array(4 * axes * (this.inner + tree.order.length));
    this.#corners = corners;
  }

  /** @param start xyz of each vertex at the beginning of its motion. @param end at its end. */
  fit(start: Float64Array, end: Float64Array): void {
    const { axes, vertices, nodes, inner, tree } = this;
    for (let v = 0; v < start.length / 3; v++) {
      writeValues(start, v, vertices, 2 * axes * v, axes);
      writeValues(end, v, vertices, 2 * axes * v + axes, axes);
    }
    const { order, children } = tree;
    const corners = this.#corners;
    for (let place = 0; place < order.length; place++) {
      const corner = 3 * order[place];
      this.fitVertices(corners[corner], corners[corner + 1], corners[corner + 2], nodes, inner + place);
    }
    for (let node = inner - 1; node >= 0; node--)
      unite(nodes, children[2 * node], children[2 * node + 1], node, 2 * axes);
  }

  /** The k-DOP of three vertices → number `at` of a list. */
  fitVertices(a: number, b: number, c: number, out: Float32Array, at: number): void {
    const { vertices } = this;
    const size = 2 * this.axes;
    const low = 2 * size * at;
    for (let k = 0; k < size; k++) {
      const first = vertices[size * a + k];
      const second = vertices[size * b + k];
      const third = vertices[size * c + k];
      out[low + k] = Math.min(Math.min(first, second), third);
      out[low + size + k] = Math.max(Math.max(first, second), third);
    }
  }

  /** Whether two nodes provably share no point at any time. */
  areApart(a: number, b: number): boolean {
    return areDopsApart(this.nodes, a, b, this.axes);
  }

  /** Whether a node and a vertex provably never meet. */
  isVertexApart(vertex: number, node: number): boolean {
    const { axes, vertices, nodes } = this;
    const i = 2 * axes * vertex;
    const low = 4 * axes * node;
    const high = low + 2 * axes;
    for (let k = 0; k < axes; k++) {
      const first = vertices[i + k];
      const last = vertices[i + axes + k];
      if (first > nodes[high + k] && last > nodes[high + axes + k]) return true;
      if (nodes[low + k] > first && nodes[low + axes + k] > last) return true;
    }
    return false;
  }
}

/** Whether all values of one of two k-DOPs of a list are greater than the other's, at the start and the end. */
export function areDopsApart(dops: Float32Array, a: number, b: number, axes: DopAxes): boolean {
  const low = 4 * axes * a;
  const high = low + 2 * axes;
  const otherLow = 4 * axes * b;
  const otherHigh = otherLow + 2 * axes;
  for (let k = 0; k < axes; k++) {
    if (dops[low + k] > dops[otherHigh + k] && dops[low + axes + k] > dops[otherHigh + axes + k]) return true;
    if (dops[otherLow + k] > dops[high + k] && dops[otherLow + axes + k] > dops[high + axes + k]) return true;
  }
  return false;
}

/** The union of k-DOPs a and b of a list → number `at`. @param size of the least values, and of the greatest. */
function unite(dops: Float32Array, a: number, b: number, at: number, size: number): void {
  const i = 2 * size * a;
  const j = 2 * size * b;
  const out = 2 * size * at;
  for (let k = 0; k < size; k++) {
    const low = dops[i + k];
    const otherLow = dops[j + k];
    dops[out + k] = Math.min(low, otherLow);
    const high = dops[i + size + k];
    const otherHigh = dops[j + size + k];
    dops[out + size + k] = Math.max(high, otherHigh);
  }
}

/** The values of one vertex at one time. */
function writeValues(points: Float64Array, vertex: number, out: Float32Array, at: number, axes: DopAxes): void {
  const x = points[3 * vertex];
  const y = points[3 * vertex + 1];
  const z = points[3 * vertex + 2];
  out[at] = x;
  out[at + 1] = y;
  out[at + 2] = z;
  if (axes === 3) return;
  out[at + 3] = x + y;
  out[at + 4] = x + z;
  out[at + 5] = y + z;
  out[at + 6] = x - y;
  out[at + 7] = x - z;
  out[at + 8] = y - z;
}
