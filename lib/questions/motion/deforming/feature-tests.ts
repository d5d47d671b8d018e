// Pairs of items that may touch → their features that may, each pair tested once; orphans as well. Pairs left after the
// features' k-DOPs go to the elementary tests.

import { areDopsApart, type DopTree } from '#bvh';
import { type DeformingSurface, NO_EDGE } from './deforming-surface.ts';
import { ownsEdges, ownsVertexFace } from './feature-owners.ts';
import { FeatureQuestions } from './feature-questions.ts';

export class FeatureTests {
  readonly questions: FeatureQuestions;
  /** Pairs of features that items contributed in the last step. */
  brought = 0;
  readonly #surface: DeformingSurface;
  readonly #dops: DopTree;
  /** Of each edge used in this step, as marked in #edgeSteps. */
  readonly #edgeDops: Float32Array;
  readonly #edgeSteps: Uint32Array;
  #step = 0;
  /** The leaf of each item. */
  readonly #leaves: Uint32Array;

  constructor(surface: DeformingSurface, dops: DopTree) {
    this.questions = new FeatureQuestions(surface);
    this.#surface = surface;
    this.#dops = dops;
    this.#edgeDops = new Float32Array(2 * dops.axes * surface.edges.length);
    this.#edgeSteps = new Uint32Array(surface.edges.length / 2);
    this.#leaves = new Uint32Array(surface.itemCount);
    for (const [place, item] of dops.tree.order.entries()) this.#leaves[item] = dops.inner + place;
  }

  /** Begins a step, after the tree was fitted to it. */
  begin(start: Float64Array, end: Float64Array): void {
    this.questions.begin(start, end);
    this.brought = 0;
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
    if (this.#mayMeetFace(vertex, face)) this.questions.askVertexFace(vertex, face);
  }

  /** Any two edges that share no vertex. */
  testEdges(edge: number, other: number): void {
    this.brought++;
    this.#fitEdge(edge);
    this.#fitEdge(other);
    if (this.#mayMeetEdge(edge, other)) this.questions.askEdges(edge, other);
  }

  #testCorners(item: number, face: number): void {
    const surface = this.#surface;
    if (face >= surface.faceCount) return;
    for (let k = 0; k < 3; k++) {
      if (!surface.isOwnCorner(item, k)) continue;
      this.brought++;
      const vertex = surface.corners[3 * item + k];
      if (this.#mayMeetFace(vertex, face) && ownsVertexFace(surface, vertex, item, face))
        this.questions.askVertexFace(vertex, face);
    }
  }

  #testSides(edge: number, item: number, other: number, otherItem: number): void {
    this.brought++;
    if (this.#mayMeetEdge(edge, other) && ownsEdges(this.#surface, edge, item, other, otherItem))
      this.questions.askEdges(edge, other);
  }

  #mayMeetFace(vertex: number, face: number): boolean {
    return !this.#dops.isVertexApart(vertex, this.#leaves[face]);
  }

  #fitEdge(edge: number): void {
    if (edge === NO_EDGE || this.#edgeSteps[edge] === this.#step) return;
    this.#edgeSteps[edge] = this.#step;
    const { edges } = this.#surface;
    const end = edges[2 * edge + 1];
    this.#dops.fitVertices(edges[2 * edge], end, end, this.#edgeDops, edge);
  }

  #mayMeetEdge(edge: number, other: number): boolean {
    return !areDopsApart(this.#edgeDops, edge, other, this.#dops.axes);
  }
}
