// A bone face and the tool's BVH → the tool faces that may come within maxDistance of it, as candidate pairs.
//
// The face is transformed to the tool's frame once (FaceInFrame) and descends the tree from nodes that it is near.

import { faceBoxes } from '#bvh';
import { BRANCHING, type Bvh, type CandidatePairs, type Surface } from '#records';
import { FaceInFrame } from './face-in-frame.ts';

export class FaceDescent {
  readonly #face = new FaceInFrame();
  #bvh: Bvh = { order: new Uint32Array(0), count: 0, levels: [], sizes: [] };
  #faceBoxes: Float32Array = new Float32Array(0);
  #root: Float32Array = new Float32Array(6);

  begin(tool: Surface, maxDistance: number): void {
    const { bvh } = tool;
    if (this.#bvh !== bvh) {
      this.#bvh = bvh;
      this.#faceBoxes = faceBoxes(bvh, tool.ownPositions(), tool.faces);
    }
    this.#root = bvh.levels[bvh.levels.length - 1];
    this.#face.setFrame(tool.frame, maxDistance);
  }

  /** One number, mm, tool frame: the inflation of bone geometry there. */
  get inflation(): Float64Array {
    return this.#face.inflation;
  }

  /** Takes the bone face with corners at a, b, c of A. @returns whether it may be near any of the tool's. */
  take(A: Float64Array, a: number, b: number, c: number): boolean {
    return this.#face.take(A, a, b, c, this.#root, 0);
  }

  /** Whether the current face may be near a face below a node of the tool. */
  isNear(level: number, node: number): boolean {
    return this.#face.nearBoxes(this.#bvh.levels[level], 6 * node, 1) !== 0;
  }

  /** The same for the tool face at a place in its BVH. */
  isNearFace(place: number): boolean {
    return this.#face.nearBoxes(this.#faceBoxes, 6 * place, 1) !== 0;
  }

  /** Appends the pairs of the current bone face with the tool faces below a node. */
  descend(boneFace: number, level: number, node: number, out: CandidatePairs): void {
    const bvh = this.#bvh;
    const first = BRANCHING * node;
    if (level > 0) {
      const count = Math.min(BRANCHING, bvh.sizes[level - 1] - first);
      let mask = this.#face.nearBoxes(bvh.levels[level - 1], 6 * first, count);
      for (; mask !== 0; mask &= mask - 1)
        this.descend(boneFace, level - 1, first + 31 - Math.clz32(mask & -mask), out);
      return;
    }
    let mask = this.#face.nearBoxes(this.#faceBoxes, 6 * first, Math.min(BRANCHING, bvh.count - first));
    if (mask === 0) return;
    out.reserve(BRANCHING);
    const { columns } = out;
    for (; mask !== 0; mask &= mask - 1) {
      columns.boneFace[out.length] = boneFace;
      columns.toolFace[out.length++] = bvh.order[first + 31 - Math.clz32(mask & -mask)];
    }
  }
}
