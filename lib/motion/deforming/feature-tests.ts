// Pairs of items that may touch → their features that may, each pair tested once; orphans as well. What is left after
// the features' k-DOPs is asked of the elementary tests.

import { areDopsApart, type DopTree, unite } from '../../bvh/index.ts';
import { ElementaryImpact } from '../impact/elementary-impact.ts';
import { type DeformingSurface, NO_EDGE } from './deforming-surface.ts';
import { ownsEdges, ownsVertexFace } from './feature-owners.ts';
import { ImpactRows } from './impact-rows.ts';

export class FeatureTests {
  readonly vertexFaces = new ImpactRows();
  readonly edgePairs = new ImpactRows();
  /** Of the last step: pairs of features that items brought, and those of them that the elementary tests were asked. */
  brought = 0;
  asked = 0;
  readonly #surface: DeformingSurface;
  readonly #dops: DopTree;
  /** Of each edge that was asked for in this step, as #edgeSteps tells. */
  readonly #edgeDops: Float32Array;
  readonly #edgeSteps: Uint32Array;
  #step = 0;
  /** The leaf of each item. */
  readonly #leaves: Uint32Array;
  readonly #impact = new ElementaryImpact();
  #start: Float64Array = new Float64Array(0);
  #end: Float64Array = new Float64Array(0);
  /** Counts of its queries before the step. */
  #escalatedBefore = 0;
  #coplanarBefore = 0;

  constructor(surface: DeformingSurface, dops: DopTree) {
    this.#surface = surface;
    this.#dops = dops;
    this.#edgeDops = new Float32Array(dops.axes * surface.edges.length);
    this.#edgeSteps = new Uint32Array(surface.edges.length / 2);
    this.#leaves = new Uint32Array(surface.itemCount);
    for (const [place, item] of dops.tree.order.entries()) this.#leaves[item] = dops.inner + place;
  }

  /** Queries of the last step that f64 left to integers. */
  get escalated(): number {
    return this.#impact.escalated - this.#escalatedBefore;
  }

  /** Queries of the last step whose points may be in one plane at some time. */
  get coplanar(): number {
    return this.#impact.coplanar - this.#coplanarBefore;
  }

  /** A step, after the tree was fitted to it. */
  begin(start: Float64Array, end: Float64Array): void {
    this.#start = start;
    this.#end = end;
    this.vertexFaces.clear();
    this.edgePairs.clear();
    this.brought = this.asked = 0;
    this.#escalatedBefore = this.#impact.escalated;
    this.#coplanarBefore = this.#impact.coplanar;
    this.#step++;
  }

  /** All features of two items that share no vertex. */
  testItems(first: number, second: number): void {
    this.#testCorners(first, second);
    this.#testCorners(second, first);
    const { faceEdges } = this.#surface;
    for (let k = 0; k < 3; k++) {
      this.#fitEdge(faceEdges[3 * first + k]);
      this.#fitEdge(faceEdges[3 * second + k]);
    }
    for (let i = 3 * first; i < 3 * first + 3; i++) {
      const edge = faceEdges[i];
      if (edge === NO_EDGE) continue;
      for (let j = 3 * second; j < 3 * second + 3; j++) {
        const other = faceEdges[j];
        if (other !== NO_EDGE) this.#testSides(edge, first, other, second);
      }
    }
  }

  /** Any vertex and any face that share none. */
  testVertexFace(vertex: number, face: number): void {
    this.brought++;
    if (!this.#mayMeetFace(vertex, face)) return;
    this.#askVertexFace(vertex, face);
  }

  /** Any two edges that share no vertex. */
  testEdges(edge: number, other: number): void {
    this.brought++;
    this.#fitEdge(edge);
    this.#fitEdge(other);
    if (this.#mayMeetEdge(edge, other)) this.#askEdges(edge, other);
  }

  #testCorners(item: number, face: number): void {
    const surface = this.#surface;
    if (face >= surface.faceCount) return;
    for (let k = 0; k < 3; k++) {
      if (!surface.isOwnCorner(item, k)) continue;
      this.brought++;
      const vertex = surface.corners[3 * item + k];
      if (this.#mayMeetFace(vertex, face) && ownsVertexFace(surface, vertex, item, face))
        this.#askVertexFace(vertex, face);
    }
  }

  #testSides(edge: number, item: number, other: number, otherItem: number): void {
    this.brought++;
    if (this.#mayMeetEdge(edge, other) && ownsEdges(this.#surface, edge, item, other, otherItem))
      this.#askEdges(edge, other);
  }

  #mayMeetFace(vertex: number, face: number): boolean {
    const { vertices, nodes, axes } = this.#dops;
    return !areDopsApart(vertices, vertex, nodes, this.#leaves[face], axes);
  }

  #fitEdge(edge: number): void {
    if (edge === NO_EDGE || this.#edgeSteps[edge] === this.#step) return;
    this.#edgeSteps[edge] = this.#step;
    const { edges } = this.#surface;
    const { axes, vertices } = this.#dops;
    unite(vertices, edges[2 * edge], edges[2 * edge + 1], this.#edgeDops, 2 * axes * edge, axes);
  }

  #mayMeetEdge(edge: number, other: number): boolean {
    return !areDopsApart(this.#edgeDops, edge, this.#edgeDops, other, this.#dops.axes);
  }

  #askVertexFace(vertex: number, face: number): void {
    this.asked++;
    const { corners } = this.#surface;
    this.#take(0, vertex);
    for (let k = 0; k < 3; k++) this.#take(3 * k + 3, corners[3 * face + k]);
    if (this.#impact.vertexFace()) this.vertexFaces.push(vertex, face, this.#impact);
  }

  /** The edge with the smaller number comes first in the query and in the row. */
  #askEdges(edge: number, other: number): void {
    if (edge > other) {
      this.#askEdges(other, edge);
      return;
    }
    this.asked++;
    const { edges } = this.#surface;
    this.#take(0, edges[2 * edge]);
    this.#take(3, edges[2 * edge + 1]);
    this.#take(6, edges[2 * other]);
    this.#take(9, edges[2 * other + 1]);
    if (this.#impact.edgeEdge()) this.edgePairs.push(edge, other, this.#impact);
  }

  #take(at: number, vertex: number): void {
    const { points } = this.#impact;
    for (let k = 0; k < 3; k++) {
      points[at + k] = this.#start[3 * vertex + k];
      points[12 + at + k] = this.#end[3 * vertex + k];
    }
  }
}
