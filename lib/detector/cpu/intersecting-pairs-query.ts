// A posed tool against the bone → the pairs of faces that share a point, or only whether there is one.

import type { BoneBody, ToolBody } from '../../bodies/index.ts';
import { ScanlineCandidates } from '../../candidates/index.ts';
import { IntersectingPairs } from '../../intersect/index.ts';
import { type CandidateStage, candidatePairs } from '../../records/index.ts';

/** Asks for no more of the tool's posed coordinates than it reads: `posed` may be 'asked'. */
export class IntersectingPairsQuery {
  readonly #bone: BoneBody;
  readonly #tool: ToolBody;
  readonly #candidates: CandidateStage;
  readonly #pairs = candidatePairs();
  readonly #shared = new IntersectingPairs();
  /** The pair that `any` found last, a guess for the next pose. */
  readonly #hint = candidatePairs();
  readonly #first = new Uint32Array(2);

  constructor(bone: BoneBody, tool: ToolBody) {
    this.#bone = bone;
    this.#tool = tool;
    this.#candidates = new ScanlineCandidates(bone, tool);
  }

  /** @returns how many pairs share a point: those that `write` writes. */
  find(): number {
    this.#candidates.find(0, this.#pairs);
    this.#shared.clear();
    this.#shared.add(this.#bone, this.#tool, this.#pairs, 0, Number.POSITIVE_INFINITY);
    return this.#shared.length;
  }

  /** Writes the pairs found last, as many as there is room for: bone, tool, bone, tool, … in ascending order. */
  write(out: Uint32Array): void {
    this.#shared.write(this.#tool, out);
  }

  /** Whether any pair shares a point: first the one that did so last, then the candidates as they are found. */
  any(): boolean {
    const shared = this.#shared;
    const hint = this.#hint;
    shared.clear();
    if (hint.length > 0 && this.#bone.retired?.[hint.columns.boneFace[0]] !== 1) {
      this.#tool.poseFaces(hint.columns.toolFace, 0, 1);
      shared.add(this.#bone, this.#tool, hint, 0, 1);
      if (shared.length > 0) return true;
    }
    this.#candidates.find(0, this.#pairs, this.#stopAtFirst);
    if (shared.length === 0) return false;
    shared.write(this.#tool, this.#first);
    hint.columns.boneFace[0] = this.#first[0];
    hint.columns.toolFace[0] = this.#first[1];
    hint.length = 1;
    return true;
  }

  readonly #stopAtFirst = (first: number): boolean => {
    this.#shared.add(this.#bone, this.#tool, this.#pairs, first, 1);
    return this.#shared.length > 0;
  };
}
