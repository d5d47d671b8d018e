// A posed tool against the bone → the pairs of faces that share a point, or only whether there is one.

import { SharedFaces } from '../distance/index.ts';
import { candidatePairs } from '../records/index.ts';
import { CandidateFinder } from '../regions/index.ts';
import type { BoneBody, ToolBody } from './bodies.ts';

/** The tool has been moved to its pose, lazily or not. */
export class SharedFacesQuery {
  readonly #bone: BoneBody;
  readonly #tool: ToolBody;
  readonly #finder = new CandidateFinder();
  readonly #pairs = candidatePairs();
  readonly #shared = new SharedFaces();
  /** The pair that `any` found last, a guess for the next pose. */
  readonly #hint = candidatePairs();
  readonly #first = new Uint32Array(2);

  constructor(bone: BoneBody, tool: ToolBody) {
    this.#bone = bone;
    this.#tool = tool;
  }

  /** @returns how many pairs share a point: those that `write` writes. */
  find(): number {
    this.#finder.find(this.#bone, this.#tool, 0, this.#pairs);
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
    this.#finder.find(this.#bone, this.#tool, 0, this.#pairs, this.#stopAtFirst);
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
