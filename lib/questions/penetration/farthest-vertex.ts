// The tool × the bone → the vertex that is farthest from the bone, exactly.
//
// Branch and bound, best first over the tool's BVH (node-descent.ts bounds the nodes): the node with the greatest bound
// is taken off the queue, until none can contain a vertex as far as the farthest known. In f64 a few vertices may
// remain whose intervals overlap the farthest one's; these are compared exactly.
//
// The order is by signed distance: any vertex outside the bone is farther than any inside.

import { BestFirst, stopIfUnwanted } from '#core';
import type { SolidTest } from '#records';
import { BoneDistance } from './bone-distance.ts';
import { exactDistanceOrder } from './exact-distance-order.ts';
import type { Solid } from './face-cut.ts';
import { NodeDescent } from './node-descent.ts';
import { eachFace, levelOf, placeOf, rootItem } from './tool-nodes.ts';

/** A vertex, and bounds of its signed distance to the bone, mm. */
interface Candidate {
  readonly vertex: number;
  readonly low: number;
  readonly high: number;
}

export class FarthestVertex {
  readonly #bone: Solid;
  readonly #tool: Solid;
  readonly #distance: BoneDistance;
  readonly #solid: SolidTest;
  readonly #queue = new BestFirst();
  readonly #nodes: NodeDescent;
  /** For each vertex the number of the last search that reached it. */
  #seen = new Uint32Array(0);
  #searches = 0;
  /** The vertex found last. It is measured first: a good lower bound from the start shortens the search. */
  #last = -1;

  constructor(bone: Solid, tool: Solid) {
    this.#bone = bone;
    this.#tool = tool;
    this.#distance = new BoneDistance(bone);
    this.#nodes = new NodeDescent(tool, this.#distance);
    this.#solid = bone.solid;
  }

  /**
   * Among the wanted vertices (welded, at least one) the one with the greatest signed distance to the bone; among
   * equals, the one with the least number.
   */
  find(isWanted: (vertex: number) => boolean): number {
    const tool = this.#tool;
    if (this.#seen.length < tool.vertexCount) this.#seen = new Uint32Array(tool.vertexCount);
    this.#searches++;
    this.#distance.begin();
    const queue = this.#queue;
    const found: Candidate[] = [];
    let best = Number.NEGATIVE_INFINITY;
    const take = (vertex: number): void => {
      this.#seen[vertex] = this.#searches;
      const candidate = this.#measure(vertex);
      if (candidate.high < best) return;
      found.push(candidate);
      best = Math.max(best, candidate.low);
    };
    if (this.#last >= 0 && isWanted(this.#last)) take(this.#last);
    queue.clear();
    queue.push(rootItem(tool), Number.POSITIVE_INFINITY, -1);
    while (queue.take() && queue.bound >= best) {
      stopIfUnwanted();
      const { item, bound, face } = queue;
      if (levelOf(item) > 0)
        this.#nodes.descend(item, bound, best, anyNode, (child, most, near) => {
          if (most >= best) queue.push(child, most, near);
        });
      else
        eachFace(tool, placeOf(item), (toolFace) => {
          for (let k = 0; k < 3; k++) {
            const vertex = tool.topology.welded[tool.faces[3 * toolFace + k]];
            if (this.#seen[vertex] === this.#searches || !isWanted(vertex)) continue;
            const isNear = face >= 0 && this.#distance.mostFrom(face, tool.positions, 3 * vertex, 1) < best;
            if (!isNear) take(vertex);
          }
        });
    }
    const tied = found.filter(({ high }) => high >= best).sort((a, b) => a.vertex - b.vertex);
    this.#last = tied.reduce((farthest, other) => (this.#isFarther(other, farthest) ? other : farthest)).vertex;
    return this.#last;
  }

  #measure(vertex: number): Candidate {
    const { positions: T } = this.#tool;
    const distance = this.#distance;
    distance.measure(T, 3 * vertex);
    const { low, high } = distance;
    const isInside = this.#solid.isInside(T[3 * vertex], T[3 * vertex + 1], T[3 * vertex + 2]);
    return isInside ? { vertex, low: -high, high: -low } : { vertex, low, high };
  }

  #isFarther(a: Candidate, b: Candidate): boolean {
    if (a.low > b.high) return true;
    if (a.high < b.low) return false;
    if (a.high > 0 !== b.high > 0) return a.high > 0;
    const difference = exactDistanceOrder(this.#bone, this.#tool.positions, 3 * a.vertex, 3 * b.vertex);
    return a.high > 0 ? difference > 0 : difference < 0;
  }
}

const anyNode = (): boolean => true;
