// Every pose's judgement → validation.json, .csv and .html, the printed summary, and whether a guarantee is broken.

import { join } from 'node:path';
import type { TriangleMesh } from '#mesh';
import type { ComparableRun, PoseJudgement } from '#validation';
import { GuaranteeBroken, Interrupted } from '../exit-code.ts';
import type { OutputFolder } from '../output-files.ts';
import type { PartialFile } from '../partial-file.ts';
import { interruptedWith } from '../partial-words.ts';
import type { Terminal, Toolkit } from '../toolkit.ts';
import type { ValidationHeader } from '../validation-report/validation-header.ts';
import { validationHtml } from '../validation-report/validation-html.ts';
import { validationPayload } from '../validation-report/validation-payload.ts';
import { comparisonText } from './comparison-text.ts';
import { validationCsv } from './validation-csv.ts';
import { type ValidationRun, validationHeadJson, validationJson } from './validation-json.ts';
import { validationTable } from './validation-table.ts';

export interface JudgedRun {
  readonly header: ValidationHeader;
  /** Every pose of the run, in ascending order of number. */
  readonly poses: readonly PoseJudgement[];
  /** s, one for each pose, if the path has them. */
  readonly times: Float64Array | null;
  readonly bone: TriangleMesh;
  readonly tool: TriangleMesh;
}

export interface FinishOptions {
  readonly folder: OutputFolder;
  /** An older run to compare with. */
  readonly against: { readonly file: string; readonly run: ComparableRun } | undefined;
  /** Whether JSON is printed instead of the table. */
  readonly json: boolean;
}

/**
 * @param partial the file that keeps the judgements, removed once the results are written; absent if they are kept
 * elsewhere.
 * @throws GuaranteeBroken after everything is written; Interrupted; FileAccessError.
 */
export async function finishValidation(
  { header, poses, times, bone, tool }: JudgedRun,
  { folder, against, json }: FinishOptions,
  kit: Toolkit,
  terminal: Terminal,
  partial?: PartialFile<PoseJudgement>,
): Promise<void> {
  const room = await kit.validationRoom();
  const run: ValidationRun = { header, poses, summary: room.summarise(poses) };
  const { summary } = run;
  await folder.stage('validation.json', validationJson(run, times));
  await folder.stage('validation.csv', validationCsv(poses, times));
  const page = { header, summary, judgements: poses, times, bone, tool };
  await folder.stage('validation.html', validationHtml(validationPayload(page), await kit.validationViewerScript()));
  if (terminal.signal.aborted) throw partial ? interruptedWith(partial, poses.length) : new Interrupted();
  await folder.commit();
  await partial?.remove();
  const comparison = against && room.compareRuns(against.run, run);
  if (json) terminal.out(validationHeadJson(run, comparison));
  else {
    terminal.out(`${validationTable(summary)}\n`);
    if (comparison) terminal.out(`\n${comparisonText(comparison, against.file)}\n`);
    terminal.out(`\nVerdict: ${summary.verdict}. ${summary.sentence}\n`);
  }
  const say = (text: string) => (json ? terminal.err(text) : terminal.out(text));
  say(`Report: ${join(folder.path, 'validation.html')} (also validation.json, validation.csv)\n`);
  if (summary.verdict === 'broken') throw new GuaranteeBroken(`A guarantee is broken. ${summary.sentence}`);
}
