// A pose of the tool against the bone → the pairs of faces that share a point, or only whether there is one.

import type { BoneBody, ToolBody } from '#bodies';
import { pairStage, SeparatingPlanes } from '#candidates';
import type { RigidPose } from '#core';
import { IntersectingPairs } from '#intersect';
import { type CandidateStage, candidatePairs } from '#records';

/** Moves the tool on demand: only the coordinates that it requests are valid afterwards. */
export class IntersectingPairsQuery {
  readonly #bone: BoneBody;
  readonly #tool: ToolBody;
  readonly #candidates: CandidateStage;
  readonly #planes: SeparatingPlanes;
  readonly #pairs = candidatePairs();
  readonly #intersecting = new IntersectingPairs();
  /** The pair that `any` found last: it is tried first at the next pose. */
  readonly #hint = candidatePairs();
  readonly #first = new Uint32Array(2);
  /** Whether the candidates have been queried once. */
  #isIndexed = false;

  constructor(bone: BoneBody, tool: ToolBody) {
    this.#bone = bone;
    this.#tool = tool;
    this.#candidates = pairStage(bone, tool, bone.method);
    this.#planes = new SeparatingPlanes(bone, tool);
  }

  /** Finds all intersecting pairs. @param pose is kept, not copied. @returns how many there are. */
  find(pose: RigidPose): number {
    this.#tool.moveOnDemand(pose, this.#bone);
    this.#intersecting.clear();
    if (this.#isApart()) return 0;
    this.#candidates.find(0, this.#pairs);
    // Not if boxes meet: a plane separates few bodies that graze, and code that seldom runs leaves garbage.
    this.#planes.tell(this.#pairs.length === 0);
    this.#intersecting.add(this.#bone, this.#tool, this.#pairs, 0, Number.POSITIVE_INFINITY);
    return this.#intersecting.length;
  }

  /** Writes the pairs found last, as many as `out` holds: bone, tool, bone, tool, … in ascending order. */
  write(out: Uint32Array): void {
    this.#intersecting.write(this.#tool, out);
  }

  /** Whether any pair intersects. The last pair that did is tried first, then the candidates as they are found. */
  any(pose: RigidPose): boolean {
    this.#tool.moveOnDemand(pose, this.#bone);
    const found = this.#intersecting;
    const hint = this.#hint;
    found.clear();
    if (this.#isApart()) return false;
    if (hint.length > 0 && this.#bone.retired?.[hint.columns.boneFace[0]] !== 1) {
      this.#tool.poseFaces(hint.columns.toolFace, 0, 1);
      found.add(this.#bone, this.#tool, hint, 0, 1);
      if (found.length > 0) {
        this.#planes.tell(false);
        return true;
      }
    }
    this.#candidates.find(0, this.#pairs, this.#stopAtFirst);
    this.#planes.tell(found.length === 0);
    if (found.length === 0) return false;
    found.write(this.#tool, this.#first);
    hint.columns.boneFace[0] = this.#first[0];
    hint.columns.toolFace[0] = this.#first[1];
    hint.length = 1;
    return true;
  }

  /**
   * Whether a plane separates the bodies. The first query, at any pose, searches the candidates whatever the planes
   * say: no later query has to build what pairs need of the bone.
   */
  #isApart(): boolean {
    const isApart = this.#planes.isApart(0);
    if (this.#isIndexed) return isApart;
    this.#isIndexed = true;
    return false;
  }

  readonly #stopAtFirst = (first: number): boolean => {
    this.#intersecting.add(this.#bone, this.#tool, this.#pairs, first, 1);
    return this.#intersecting.length > 0;
  };
}
