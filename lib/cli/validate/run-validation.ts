// Meshes, poses and options → every pose judged, then shown and written.

import { join } from 'node:path';
import type { TriangleMesh } from '#mesh';
import type { PoseJudgement, ValidationOptions } from '#validation';
import { PartialFile } from '../partial-file.ts';
import { sayWhatIsDone } from '../partial-words.ts';
import type { BackendChoice, JudgePool, Terminal, Toolkit } from '../toolkit.ts';
import type { ValidatedBody, ValidatedPoses, ValidationHeader } from '../validation-report/validation-header.ts';
import { type FinishOptions, finishValidation } from './finish-validation.ts';
import { judgePoses } from './judge-poses.ts';

export interface ValidationTask extends FinishOptions {
  readonly bone: { readonly mesh: TriangleMesh; readonly source: ValidatedBody };
  readonly tool: { readonly mesh: TriangleMesh; readonly source: ValidatedBody };
  /** `times` holds one time for each pose, s, if the path has them. */
  readonly poses: {
    readonly matrices: Float64Array;
    readonly times: Float64Array | null;
    readonly source: ValidatedPoses;
  };
  readonly options: ValidationOptions;
  readonly backend: BackendChoice;
  readonly workers: number;
  /** Whether to start afresh even if the folder holds an unfinished run. */
  readonly fresh: boolean;
}

/**
 * @throws GuaranteeBroken after everything is written; Interrupted, FileAccessError and KerfError, after which a later
 * run resumes.
 */
export async function runValidation(task: ValidationTask, kit: Toolkit, terminal: Terminal): Promise<void> {
  const { bone, tool, options, backend, workers } = task;
  const pool = await kit.createJudgePool({ bone: bone.mesh, tool: tool.mesh, options, backend, workers });
  try {
    const header = headerOf(task, pool, kit);
    const { differences } = await kit.validationRoom();
    const path = join(task.folder.path, 'validation.partial.jsonl');
    const partial = await PartialFile.open<PoseJudgement>(path, header, { fresh: task.fresh, differences });
    try {
      sayWhatIsDone(partial, partial.done.size, header.poses.count, terminal);
      const { matrices, times } = task.poses;
      const all = Array.from({ length: header.poses.count }, (_, pose) => pose);
      const poses = await judgePoses(pool, matrices, all, workers, partial, terminal);
      const judged = { header, poses, times, bone: bone.mesh, tool: tool.mesh };
      await finishValidation(judged, task, kit, terminal, partial);
    } finally {
      await partial.close();
    }
  } finally {
    await pool.close();
  }
}

export function headerOf(
  { bone, tool, poses, options }: Pick<ValidationTask, 'bone' | 'tool' | 'poses' | 'options'>,
  pool: JudgePool,
  kit: Toolkit,
): ValidationHeader {
  return {
    format: 'kerf-validation',
    formatVersion: 1,
    kerf: kit.version,
    node: process.version,
    units: { length: 'mm', time: 'ms' },
    bone: bone.source,
    tool: tool.source,
    poses: poses.source,
    options,
    backend: pool.backend,
    backendReason: pool.backendReason,
    signed: pool.signed,
  };
}
