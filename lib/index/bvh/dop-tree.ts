// Triangles that move, and a tree over them → k-DOPs of what each node sweeps, and whether two of them are apart.
//
// A k-DOP holds the least and the greatest value of k/2 linear functions: with x, y, z alone it is an AABB; with the
// sums and differences of two of these, an 18-DOP (J. T. Klosowski et al., "Efficient collision detection using
// bounding volume hierarchies of k-DOPs", IEEE TVCG 4(1), 1998). Vertices move linearly, so what a triangle sweeps lies
// in the hull of its corners at both times.
//
// Values are rounded to the nearest f32, not outward. Rounding keeps the order of any two numbers. If two nodes share a
// point, that point's value lies between the exact extremes of both, and its rounded value between the rounded ones:
// disjoint intervals prove that nothing is shared.

import type { MedianTree } from './median-tree.ts';

/** Half of k: 3 for an AABB, 9 for an 18-DOP. */
export type DopAxes = 3 | 9;

/** For each vertex, and for each node of the tree: `axes` least values, then as many greatest ones. */
export class DopTree {
  readonly axes: DopAxes;
  readonly tree: MedianTree;
  readonly vertices: Float32Array;
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
    this.nodes = new Float32Array(2 * axes * (this.inner + tree.order.length));
    this.#corners = corners;
  }

  /** @param start xyz of each vertex at the beginning of its motion. @param end at its end. */
  fit(start: Float64Array, end: Float64Array): void {
    const { axes, vertices, nodes, inner, tree } = this;
    for (let v = 0; v < vertices.length / (2 * axes); v++) writeDop(start, end, v, vertices, axes);
    const { order, children } = tree;
    const corners = this.#corners;
    for (let place = 0; place < order.length; place++) {
      const at = 2 * axes * (inner + place);
      const corner = 3 * order[place];
      uniteThree(vertices, corners[corner], corners[corner + 1], corners[corner + 2], nodes, at, axes);
    }
    for (let node = inner - 1; node >= 0; node--)
      unite(nodes, children[2 * node], children[2 * node + 1], nodes, 2 * axes * node, axes);
  }

  /** Whether two nodes provably share no point at any time. */
  areApart(a: number, b: number): boolean {
    return areDopsApart(this.nodes, a, this.nodes, b, this.axes);
  }
}

/** Whether the k-DOPs with these numbers in two lists are disjoint. */
export function areDopsApart(first: Float32Array, a: number, second: Float32Array, b: number, axes: DopAxes): boolean {
  const i = 2 * axes * a;
  const j = 2 * axes * b;
  for (let k = 0; k < axes; k++)
    if (first[i + k] > second[j + axes + k] || second[j + k] > first[i + axes + k]) return true;
  return false;
}

/** The union of k-DOPs a and b of a list → out[at …]. */
export function unite(from: Float32Array, a: number, b: number, out: Float32Array, at: number, axes: DopAxes): void {
  const i = 2 * axes * a;
  const j = 2 * axes * b;
  for (let k = 0; k < axes; k++) {
    const low = from[i + k];
    const otherLow = from[j + k];
    out[at + k] = Math.min(low, otherLow);
    const high = from[i + axes + k];
    const otherHigh = from[j + axes + k];
    out[at + axes + k] = Math.max(high, otherHigh);
  }
}

/** The same for three. */
function uniteThree(
  from: Float32Array,
  a: number,
  b: number,
  c: number,
  out: Float32Array,
  at: number,
  axes: DopAxes,
): void {
  const size = 2 * axes;
  for (let k = 0; k < axes; k++) {
    const first = from[size * a + k];
    const second = from[size * b + k];
    const third = from[size * c + k];
    out[at + k] = Math.min(Math.min(first, second), third);
  }
  for (let k = axes; k < size; k++) {
    const first = from[size * a + k];
    const second = from[size * b + k];
    const third = from[size * c + k];
    out[at + k] = Math.max(Math.max(first, second), third);
  }
}

/** Writes the k-DOP of what one vertex sweeps. */
function writeDop(start: Float64Array, end: Float64Array, vertex: number, out: Float32Array, axes: DopAxes): void {
  const i = 3 * vertex;
  const at = 2 * axes * vertex;
  const x = start[i];
  const y = start[i + 1];
  const z = start[i + 2];
  const u = end[i];
  const v = end[i + 1];
  const w = end[i + 2];
  writeAxis(x, u, out, at, axes);
  writeAxis(y, v, out, at + 1, axes);
  writeAxis(z, w, out, at + 2, axes);
  if (axes === 3) return;
  writeAxis(x + y, u + v, out, at + 3, axes);
  writeAxis(x + z, u + w, out, at + 4, axes);
  writeAxis(y + z, v + w, out, at + 5, axes);
  writeAxis(x - y, u - v, out, at + 6, axes);
  writeAxis(x - z, u - w, out, at + 7, axes);
  writeAxis(y - z, v - w, out, at + 8, axes);
}

function writeAxis(x: number, y: number, out: Float32Array, at: number, axes: DopAxes): void {
  out[at] = Math.min(x, y);
  out[at + axes] = Math.max(x, y);
}
