// The header of a run and all its judged poses → judge.json, judge.csv and judge.html, and the printed summary.

import { join } from 'node:path';
import { EngineDiffers, Interrupted } from '../exit-code.ts';
import type { HashedBody } from '../hashed-inputs.ts';
import type { OutputFolder } from '../output-files.ts';
import { interruptedWith, type PartialWork } from '../partial-words.ts';
import type { Terminal, Toolkit } from '../toolkit.ts';
import { judgeCsv } from './judge-csv.ts';
import type { JudgedPose, JudgeHeader } from './judge-header.ts';
import { judgeHtml } from './judge-html.ts';
import { type JudgedEngine, judgeHeadJson, judgeJson } from './judge-json.ts';
import { frameNotices, inputNotices } from './judge-notices.ts';
import { judgeTable } from './judge-table.ts';

interface FinishTask {
  readonly bone: HashedBody;
  readonly tool: HashedBody;
  /** 16 numbers per pose, mm, for all poses. */
  readonly matrices: Float64Array;
  readonly folder: OutputFolder;
  /** Whether JSON is printed instead of the tables. */
  readonly json: boolean;
}

/**
 * Does not depend on how the poses were judged, or in how many runs.
 * @param entries in ascending order of pose.
 * @param partial the file that keeps them, removed once the results are written; absent if they are kept elsewhere.
 * @throws EngineDiffers after everything is written; Interrupted before.
 */
export async function finishJudge(
  { header, entries }: { readonly header: JudgeHeader; readonly entries: readonly JudgedPose[] },
  task: FinishTask,
  kit: Toolkit,
  terminal: Terminal,
  partial?: PartialWork & { remove(): Promise<void> },
): Promise<void> {
  const { bone, tool, matrices, folder, json } = task;
  const { summariseEngine } = await kit.validationRoom();
  const judgements = entries.flatMap((entry) => entry.judgements);
  const summary = summariseEngine(header.engine, judgements, header.options);
  const frame = await frameNotices(judgements, task, header.options.tolerance, kit, terminal.signal);
  const notices = [...inputNotices(header, task, matrices, kit), ...frame];
  const judged: JudgedEngine = { header, notices, summary, judgements };
  await folder.stage('judge.json', judgeJson(judged));
  await folder.stage('judge.csv', judgeCsv(judgements));
  await folder.stage('judge.html', judgeHtml(judged, { bone: bone.mesh, tool: tool.mesh }));
  if (terminal.signal.aborted) throw partial ? interruptedWith(partial, entries.length) : new Interrupted();
  await folder.commit();
  await partial?.remove();
  const said = [...frame, ...summary.suspicions];
  if (json) {
    terminal.out(judgeHeadJson(judged));
    for (const sentence of said) terminal.err(`kerf: ${sentence}\n`);
  } else {
    terminal.out(`${[judgeTable(summary), ...said].join('\n')}\n`);
    terminal.out(`\nVerdict: ${header.engine.name} ${verdictWords[summary.verdict]}. ${summary.sentence}\n`);
  }
  const wrote = `Judgement: ${join(folder.path, 'judge.html')} (also judge.json, judge.csv)\n`;
  if (json) terminal.err(wrote);
  else terminal.out(wrote);
  if (summary.verdict === 'differs')
    throw new EngineDiffers(`${header.engine.name} differs from the oracle. ${summary.sentence}`);
}

export const verdictWords = {
  agrees: 'agrees with the oracle',
  differs: 'differs from the oracle',
  undecided: 'is undecided',
} as const;
