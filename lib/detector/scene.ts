// Bone, tool and options ↔ a scene: plain arrays and numbers, which threads share and make bodies of again.

import { type BodyParts, BoneBody, ToolBody } from '../bodies/index.ts';
import { checkPose } from '../core/index.ts';
import { shareArrays } from '../workers/index.ts';
import { CpuQuery } from './cpu/cpu-query.ts';
import type { SharePart } from './cpu/share-part.ts';
import type { PlainReport } from './end-of-report.ts';
import type { QueryOptions } from './query-options.ts';

/** A scene never changes: an edit of the bone makes another one. */
export interface Scene {
  readonly bone: BodyParts;
  readonly tool: BodyParts;
  readonly options: QueryOptions;
}

export function sceneOf(bone: BoneBody, tool: ToolBody, options: QueryOptions): Scene {
  const { resolution } = options;
  return { bone: shareArrays(bone.parts(resolution)), tool: shareArrays(tool.parts(resolution)), options };
}

/** Answers poses in a scene, in any thread. */
export class SceneQuery {
  readonly #bone: BoneBody;
  readonly #tool: ToolBody;
  readonly #query: CpuQuery;

  constructor({ bone, tool, options }: Scene) {
    this.#bone = new BoneBody(bone);
    this.#tool = new ToolBody(tool);
    this.#query = new CpuQuery(this.#bone, this.#tool, options);
  }

  report(pose: ArrayLike<number>): PlainReport {
    const started = performance.now();
    this.#tool.moveTo(checkPose(pose), this.#bone.magnitude);
    return this.#query.plainReport(started);
  }

  /** What thread k of n measures of the report. */
  part(pose: ArrayLike<number>, k: number, n: number): SharePart {
    this.#tool.moveTo(checkPose(pose), this.#bone.magnitude);
    return this.#query.part(k, n);
  }
}
