// Meshes, poses and options → every pose judged, or those of a shard, then shown and written; and the same of shards,
// joined.

import type { TriangleMesh } from '#mesh';
import type { ComparableRun, PoseJudgement, ValidationOptions } from '#validation';
import { GuaranteeBroken } from '../exit-code.ts';
import { finish, type Kept } from '../finish.ts';
import type { OutputFolder } from '../output-files.ts';
import type { FinishMerged } from '../shard/gather-shards.ts';
import { packBodies, unpackBodies } from '../shard/kept-bodies.ts';
import { type AskedShard, runPoses } from '../shard/run-poses.ts';
import type { BackendChoice, JudgePool, Terminal, Toolkit } from '../toolkit.ts';
import type { ValidatedBody, ValidatedPoses, ValidationHeader } from '../validation-report/validation-header.ts';
import { validationHtml } from '../validation-report/validation-html.ts';
import { validationPayload } from '../validation-report/validation-payload.ts';
import { judgePoses } from './judge-poses.ts';
import { type ValidationRun, validationCsv, validationHeadJson, validationJson } from './validation-files.ts';
import { comparisonText, validationTable } from './validation-table.ts';

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
  /** Absent for the whole run. */
  readonly shard?: AskedShard;
}

/**
 * @throws GuaranteeBroken after everything is written, of a whole run; Interrupted, FileAccessError and KerfError,
 * after which a later run resumes.
 */
export async function runValidation(task: ValidationTask, kit: Toolkit, terminal: Terminal): Promise<void> {
  const { options, backend, workers, folder, fresh, json, shard } = task;
  const { matrices, times, source } = task.poses;
  const [bone, tool] = [task.bone.mesh, task.tool.mesh];
  const pool = await kit.createJudgePool({ bone, tool, options, backend, workers });
  try {
    const { summarise } = await kit.validationRoom();
    const header = headerOf(task, pool, kit);
    await runPoses<ValidationHeader, PoseJudgement>(
      {
        ...{ command: 'validate', header, total: source.count, what: 'poses', matrices },
        ...{ folder, partial: 'validation.partial.jsonl', fresh, json, shard },
        answer: (poses, kept) => judgePoses(pool, matrices, poses, workers, kept, terminal),
        inputs: () => packBodies({ bone, tool, times, matrices: new Float64Array() }),
        finding(judged) {
          const { verdict, sentence } = summarise(judged);
          return `Verdict of these alone: ${verdict}. ${sentence}`;
        },
        finish: (poses, kept) => finishValidation({ header, poses, times, bone, tool }, task, kit, terminal, kept),
      },
      kit,
      terminal,
    );
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

interface JudgedRun {
  readonly header: ValidationHeader;
  /** Every pose of the run, in ascending order of number. */
  readonly poses: readonly PoseJudgement[];
  /** s, one for each pose, if the path has them. */
  readonly times: Float64Array | null;
  readonly bone: TriangleMesh;
  readonly tool: TriangleMesh;
}

interface FinishOptions {
  readonly folder: OutputFolder;
  /** An older run to compare with. */
  readonly against: { readonly file: string; readonly run: ComparableRun } | undefined;
  /** Whether JSON is printed instead of the table. */
  readonly json: boolean;
}

/**
 * @param kept what keeps the judgements; absent if they are kept elsewhere.
 * @throws GuaranteeBroken after everything is written; Interrupted; FileAccessError.
 */
async function finishValidation(
  { header, poses, times, bone, tool }: JudgedRun,
  { folder, against, json }: FinishOptions,
  kit: Toolkit,
  terminal: Terminal,
  kept?: Kept,
): Promise<void> {
  const room = await kit.validationRoom();
  const summary = room.summarise(poses);
  const { verdict, sentence } = summary;
  const run: ValidationRun = { header, poses, summary };
  const page = { header, summary, judgements: poses, times, bone, tool };
  const files = async () => ({
    'validation.json': validationJson(run, times),
    'validation.csv': validationCsv(poses, times),
    'validation.html': validationHtml(validationPayload(page), await kit.validationViewerScript()),
  });
  const comparison = against && room.compareRuns(against.run, run);
  const compared = comparison ? ['', comparisonText(comparison, against.file)] : [];
  const lines = [validationTable(summary), ...compared, '', `Verdict: ${verdict}. ${sentence}`];
  const said = { json: validationHeadJson(run, comparison), lines };
  await finish({ what: 'Report', folder, files, json, said, kept }, terminal);
  if (verdict === 'broken') throw new GuaranteeBroken(`A guarantee is broken. ${sentence}`);
}

/** @throws FormatError as unpackBodies; whatever finishValidation throws. */
export const finishMergedValidation: FinishMerged = async ({ record, rows, inputs }, shown, kit, terminal) => {
  const header = record.header as ValidationHeader;
  const poses = rows as readonly PoseJudgement[];
  const judged = { header, poses, ...unpackBodies(inputs.bytes, inputs.path, header) };
  await finishValidation(judged, { ...shown, against: undefined }, kit, terminal);
};
