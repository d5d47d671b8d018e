// Two meshes → their smallest distance and the first pair of faces that has it, from the pairs that can matter.

import { squaredGapBelow } from './boxes.ts';
import type { BulkMesh } from './bulk-mesh.ts';
import { above, trianglePairBounds } from './f64-bounds.ts';
import type { MeshDistance } from './mesh-state.ts';
import { roundedSquareRoot } from './rounded-numbers.ts';
import { triangleTriangleSquaredDistance } from './squared-distance.ts';

interface Candidate {
  readonly boneFace: number;
  readonly toolFace: number;
  readonly low: number;
}

/**
 * `minimumMeshDistance`. Pairs of nodes and of faces are skipped if their boxes are farther apart than a known pair; of
 * the pairs that f64 bounds leave open, exact arithmetic finds the first nearest one. If the surfaces intersect, these
 * include every pair that shares a point.
 */
export function bulkMeshDistance(bone: BulkMesh, tool: BulkMesh): MeshDistance {
  let nearest: MeshDistance | undefined;
  for (const { boneFace, toolFace } of new NearestPairs(bone, tool).candidates()) {
    const squared = triangleTriangleSquaredDistance(bone.surface.cornersOf(boneFace), tool.surface.cornersOf(toolFace));
    if (nearest !== undefined && !squared.lt(nearest.squared)) continue;
    nearest = { squared, distance: roundedSquareRoot(squared), boneFace, toolFace };
  }
  return nearest!;
}

class NearestPairs {
  readonly #bone: BulkMesh;
  readonly #tool: BulkMesh;
  #found: Candidate[] = [];
  /** mm: some pair is known to be no farther apart. */
  #high = Infinity;

  constructor(bone: BulkMesh, tool: BulkMesh) {
    this.#bone = bone;
    this.#tool = tool;
  }

  /** Every pair that can be nearest, in ascending order. */
  candidates(): readonly Candidate[] {
    this.#visit(0, 0);
    return this.#found
      .filter(({ low }) => low <= this.#high)
      .sort((p, q) => p.boneFace - q.boneFace || p.toolFace - q.toolFace);
  }

  #visit(boneNode: number, toolNode: number): void {
    const [a, b] = [this.#bone.tree, this.#tool.tree];
    if (this.#isFarther(a.boxes, boneNode, b.boxes, toolNode)) return;
    const [ofBone, ofTool] = [a.firstChild[boneNode], b.firstChild[toolNode]];
    if (ofBone === 0 && ofTool === 0) {
      for (const boneFace of a.leaf(boneNode))
        for (const toolFace of b.leaf(toolNode)) this.#measure(boneFace, toolFace);
      return;
    }
    const splitsBone = ofTool === 0 || (ofBone !== 0 && spread(a.boxes, boneNode) >= spread(b.boxes, toolNode));
    const pairs = [0, 1].map((k) => (splitsBone ? [ofBone + k, toolNode] : [boneNode, ofTool + k]));
    const gaps = pairs.map(([i, j]) => squaredGapBelow(a.boxes, i, b.boxes, j));
    // The nearer pair first: its distance rules out most of the other.
    if (gaps[1] < gaps[0]) pairs.reverse();
    for (const [i, j] of pairs) this.#visit(i, j);
  }

  #measure(boneFace: number, toolFace: number): void {
    const [bone, tool] = [this.#bone.surface, this.#tool.surface];
    if (this.#isFarther(bone.boxes, boneFace, tool.boxes, toolFace)) return;
    const [low, high] = trianglePairBounds(bone.cornersOf(boneFace), tool.cornersOf(toolFace));
    if (low > this.#high) return;
    this.#high = Math.min(this.#high, high);
    this.#found.push({ boneFace, toolFace, low });
  }

  #isFarther(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
    return squaredGapBelow(a, i, b, j) > above(this.#high * this.#high);
  }
}

/** The sum of a box's sides. */
function spread(boxes: Float64Array, node: number): number {
  let sum = 0;
  for (let axis = 0; axis < 3; axis++) sum += boxes[6 * node + 3 + axis] - boxes[6 * node + axis];
  return sum;
}
