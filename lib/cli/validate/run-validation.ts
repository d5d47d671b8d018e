// Meshes, poses and options → every pose judged, then shown and written.

import { join } from 'node:path';
import type { TriangleMesh } from '../../mesh/index.ts';
import type { ComparableRun, PoseJudgement, ValidationOptions } from '../../validation/index.ts';
import { GuaranteeBroken } from '../exit-code.ts';
import type { OutputFolder } from '../output-files.ts';
import { PartialFile } from '../partial-file.ts';
import { interruptedWith, sayWhatIsDone } from '../partial-words.ts';
import type { BackendChoice, JudgePool, Terminal, Toolkit } from '../toolkit.ts';
import type { ValidatedBody, ValidatedPoses, ValidationHeader } from '../validation-report/validation-header.ts';
import { validationHtml } from '../validation-report/validation-html.ts';
import { validationPayload } from '../validation-report/validation-payload.ts';
import { comparisonText } from './comparison-text.ts';
import { judgePoses } from './judge-poses.ts';
import { validationCsv } from './validation-csv.ts';
import { type ValidationRun, validationHeadJson, validationJson } from './validation-json.ts';
import { validationTable } from './validation-table.ts';

export interface ValidationTask {
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
  readonly folder: OutputFolder;
  /** Whether to begin anew, whatever the folder holds of an unfinished run. */
  readonly fresh: boolean;
  /** An older run to compare with. */
  readonly against: { readonly file: string; readonly run: ComparableRun } | undefined;
  /** Whether JSON is printed instead of the table. */
  readonly json: boolean;
}

/**
 * @throws GuaranteeBroken after everything is written; Interrupted, FileAccessError and KerfError, after which a later
 * run goes on with what was done.
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
      const poses = await judgePoses(pool, task.poses.matrices, workers, partial, terminal);
      await finish({ header, poses }, task, partial, kit, terminal);
    } finally {
      await partial.close();
    }
  } finally {
    await pool.close();
  }
}

async function finish(
  judged: { readonly header: ValidationHeader; readonly poses: readonly PoseJudgement[] },
  task: ValidationTask,
  partial: PartialFile<PoseJudgement>,
  kit: Toolkit,
  terminal: Terminal,
): Promise<void> {
  const { folder, against } = task;
  const room = await kit.validationRoom();
  const run: ValidationRun = { ...judged, summary: room.summarise(judged.poses) };
  const { header, summary, poses } = run;
  const { times } = task.poses;
  await folder.stage('validation.json', validationJson(run, times));
  await folder.stage('validation.csv', validationCsv(poses, times));
  const page = { header, summary, judgements: poses, times, bone: task.bone.mesh, tool: task.tool.mesh };
  await folder.stage('validation.html', validationHtml(validationPayload(page), await kit.validationViewerScript()));
  if (terminal.signal.aborted) throw interruptedWith(partial, poses.length);
  await folder.commit();
  await partial.remove();
  const comparison = against && room.compareRuns(against.run, run);
  if (task.json) terminal.out(validationHeadJson(run, comparison));
  else {
    terminal.out(`${validationTable(summary)}\n`);
    if (comparison) terminal.out(`\n${comparisonText(comparison, against.file)}\n`);
    terminal.out(`\nVerdict: ${summary.verdict}. ${summary.sentence}\n`);
  }
  const say = (text: string) => (task.json ? terminal.err(text) : terminal.out(text));
  say(`Report: ${join(folder.path, 'validation.html')} (also validation.json, validation.csv)\n`);
  if (summary.verdict === 'broken') throw new GuaranteeBroken(`A guarantee is broken. ${summary.sentence}`);
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
