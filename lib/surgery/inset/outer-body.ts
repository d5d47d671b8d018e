// The surface beyond the box, and a tool → whether the tool comes to what lies there.
//
// The surface beyond is open along the box. A tool that comes to bone there without meeting it has come through the
// box, which is not seen here, or is buried in it from the start.

import { BoneBody, ToolBody } from '#bodies';
import type { RigidPose } from '#core';
import { IntersectingPairsQuery } from '#detector';
import { faceComponents, type TriangleMesh } from '#mesh';

/** mm. */
export interface Beyond {
  has(x: number, y: number, z: number): boolean;
}

export class OuterBody {
  readonly #outer: TriangleMesh;
  readonly #given: TriangleMesh;
  #skin: BoneBody | null = null;
  #whole: BoneBody | null = null;

  /** @param given the whole surface, closed. */
  constructor(outer: TriangleMesh, given: TriangleMesh) {
    this.#outer = outer;
    this.#given = given;
  }

  /** @returns null if nothing lies beyond the box. */
  with(tool: TriangleMesh): OuterTool | null {
    if (this.#outer.faces.length === 0) return null;
    this.#skin ??= new BoneBody(this.#outer);
    return new OuterTool(this.#skin, tool, () => (this.#whole ??= new BoneBody(this.#given)));
  }
}

const NONE_MET = new Uint32Array(0);

export class OuterTool {
  readonly #tool: TriangleMesh;
  readonly #pairs: IntersectingPairsQuery;
  readonly #whole: () => BoneBody;

  constructor(skin: BoneBody, tool: TriangleMesh, whole: () => BoneBody) {
    this.#tool = tool;
    this.#pairs = new IntersectingPairsQuery(skin, new ToolBody(tool));
    this.#whole = whole;
  }

  /** The faces beyond the box that the tool meets, each once for each of the tool's that it meets. */
  metFaces(pose: RigidPose): Uint32Array {
    if (!this.#pairs.any(pose)) return NONE_MET;
    const out = new Uint32Array(2 * this.#pairs.find(pose));
    this.#pairs.write(out);
    return out.filter((_, n) => n % 2 === 0);
  }

  /**
   * Whether a part of the tool beyond the box lies in bone, its surface as a whole: one corner of each is looked at.
   */
  isBuried({ matrix: M }: RigidPose, beyond: Beyond): boolean {
    const { positions: P, faces } = this.#tool;
    const places = new Float64Array(P.length);
    for (let n = 0; n < P.length; n += 3)
      for (let k = 0; k < 3; k++) places[n + k] = M[k] * P[n] + M[4 + k] * P[n + 1] + M[8 + k] * P[n + 2] + M[12 + k];
    const isOut = (vertex: number) => beyond.has(places[3 * vertex], places[3 * vertex + 1], places[3 * vertex + 2]);
    const out: number[] = [];
    for (let n = 0; n < faces.length; n += 3) {
      const corners = [faces[n], faces[n + 1], faces[n + 2]];
      if (corners.some(isOut)) out.push(...corners);
    }
    if (out.length === 0) return false;
    const { count, of } = faceComponents(Uint32Array.from(out), P.length / 3);
    const isSeen = new Uint8Array(count);
    for (let n = 0; n < out.length; n++) {
      const part = of[Math.floor(n / 3)];
      if (isSeen[part] === 1 || !isOut(out[n])) continue;
      isSeen[part] = 1;
      const [x, y, z] = places.subarray(3 * out[n], 3 * out[n] + 3);
      if (this.#whole().solid.isInside(x, y, z)) return true;
    }
    return false;
  }
}
