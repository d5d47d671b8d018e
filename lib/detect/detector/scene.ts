// Bone, tool and options ↔ a scene: plain arrays and numbers, which threads share and turn back into bodies.

import { type BodyParts, BoneBody, ToolBody } from '#bodies';
import { checkPose } from '#core';
import { type RoundShape, RoundTool } from '#round-tool';
import { shareArrays } from '#workers';
import { CpuQuery } from './cpu/cpu-query.ts';
import { NO_LATE_PARTS, RoundReport } from './cpu/round-report.ts';
import type { SharePart } from './cpu/share-part.ts';
import type { LateParts, LateQuestion, PlainReport } from './end-of-report.ts';
import type { QueryOptions } from './query-options.ts';

/** A scene never changes: an edit of the bone makes another one. */
export interface Scene {
  readonly bone: BodyParts;
  readonly tool: BodyParts | RoundShape;
  readonly options: QueryOptions;
}

/** Answers poses in a scene, in any thread. */
export interface SceneAnswers {
  report(pose: ArrayLike<number>): PlainReport;
  lateParts(pose: ArrayLike<number>, rest: LateQuestion): LateParts;
  /** Thread k of n's part of the report. Absent if one thread is enough: see ToolQueries. */
  part?(pose: ArrayLike<number>, k: number, n: number): SharePart;
}

export function sceneOf(bone: BoneBody, tool: ToolBody, options: QueryOptions): Scene {
  return { bone: shareArrays(bone.parts()), tool: shareArrays(tool.parts()), options };
}

export function roundSceneOf(bone: BoneBody, { points, radius }: RoundShape, options: QueryOptions): Scene {
  return { bone: shareArrays(bone.parts()), tool: { points, radius }, options };
}

export function answersIn({ bone: parts, tool, options }: Scene): SceneAnswers {
  const bone = new BoneBody(parts);
  return 'radius' in tool ? roundAnswers(bone, new RoundTool(tool), options) : meshAnswers(bone, tool, options);
}

function meshAnswers(bone: BoneBody, parts: BodyParts, options: QueryOptions): SceneAnswers {
  const query = new CpuQuery(bone, new ToolBody(parts), options);
  return {
    report(pose) {
      const started = performance.now();
      return query.plainReport(checkPose(pose), started);
    },
    lateParts: (pose, rest) => query.late.partsOf(checkPose(pose), rest),
    part: (pose, k, n) => query.part(checkPose(pose), k, n),
  };
}

function roundAnswers(bone: BoneBody, tool: RoundTool, options: QueryOptions): SceneAnswers {
  const query = new RoundReport(bone, tool, options);
  return {
    report(pose) {
      const started = performance.now();
      return query.plainReport(checkPose(pose), started);
    },
    lateParts: () => NO_LATE_PARTS,
  };
}
