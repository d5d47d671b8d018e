// Meshes, poses and an engine's answers → every answer judged, or those of a shard, then shown and written; and the
// same of shards, joined.

import type { EngineAnswer, EngineResults, JudgeOptions } from '#validation';
import { EngineDiffers } from '../exit-code.ts';
import { finish, type Kept } from '../finish.ts';
import type { HashedBody, HashedPoses } from '../inputs.ts';
import type { OutputFolder } from '../output-files.ts';
import type { PartialFile } from '../partial-file.ts';
import { poseLanes } from '../pose-lanes.ts';
import type { FinishMerged } from '../shard/gather-shards.ts';
import { packBodies, unpackBodies } from '../shard/kept-bodies.ts';
import { type AskedShard, runPoses } from '../shard/run-poses.ts';
import type { Terminal, Toolkit } from '../toolkit.ts';
import {
  type JudgedEngine,
  type JudgedPose,
  type JudgeHeader,
  judgeCsv,
  judgeHeadJson,
  judgeJson,
} from './judge-files.ts';
import { judgeHtml } from './judge-html.ts';
import { frameNotices, inputNotices } from './judge-notices.ts';
import { judgeTable } from './judge-rows.ts';

/** A results file that was read, and what identifies it. */
export interface JudgedResults extends EngineResults {
  /** Base name. */
  readonly file: string;
  readonly sha256: string;
}

export interface JudgeTask {
  readonly bone: HashedBody;
  readonly tool: HashedBody;
  readonly poses: HashedPoses;
  readonly results: JudgedResults;
  readonly options: JudgeOptions;
  readonly workers: number;
  readonly folder: OutputFolder;
  /** Whether to start afresh even if the folder holds an unfinished run. */
  readonly fresh: boolean;
  /** Whether JSON is printed instead of the tables. */
  readonly json: boolean;
  /** Absent for the whole run. */
  readonly shard?: AskedShard;
}

export const PARTIAL_FILE = 'judge.partial.jsonl';

/**
 * @throws EngineDiffers after everything is written, of a whole run; Interrupted, FileAccessError and KerfError, after
 * which a later run resumes.
 */
export async function runJudge(task: JudgeTask, kit: Toolkit, terminal: Terminal): Promise<void> {
  const { folder, fresh, json, shard, options } = task;
  const { matrices } = task.poses;
  const [bone, tool] = [task.bone.mesh, task.tool.mesh];
  const header = headerOf(task, kit);
  if (shard === undefined) tellNotices(header, task, matrices, kit, terminal);
  const { summariseEngine } = await kit.validationRoom();
  const poses = answeredPoses(task.results);
  await runPoses<JudgeHeader, JudgedPose>(
    {
      ...{ command: 'judge', header, total: poses.length, poses, what: 'answered poses', matrices },
      ...{ folder, partial: PARTIAL_FILE, fresh, json, shard },
      answer: (chosen, kept) => judgeAnswers(task, chosen, kept, kit, terminal),
      inputs: () => packBodies({ bone, tool, times: null, matrices }),
      finding(judged) {
        const judgements = judged.flatMap((entry) => entry.judgements);
        const { verdict, sentence } = summariseEngine(header.engine, judgements, options);
        return `By these alone ${header.engine.name} ${verdictWords[verdict]}. ${sentence}`;
      },
      finish: (entries, kept) => finishJudge({ header, entries }, { ...task, matrices }, kit, terminal, kept),
    },
    kit,
    terminal,
  );
}

/** The poses that have an answer, ascending; the others are not judged. */
function answeredPoses({ answers }: EngineResults): number[] {
  return [...new Set(answers.map(({ pose }) => pose))].sort((a, b) => a - b);
}

/** @param chosen poses that have an answer. @throws as poseLanes. */
async function judgeAnswers(
  { bone, tool, poses, results, options, workers }: JudgeTask,
  chosen: readonly number[],
  partial: PartialFile<JudgedPose>,
  kit: Toolkit,
  terminal: Terminal,
): Promise<JudgedPose[]> {
  const answers = new Map<number, EngineAnswer[]>();
  for (const answer of results.answers) answers.set(answer.pose, [...(answers.get(answer.pose) ?? []), answer]);
  const { earlierAnswers } = await kit.validationRoom();
  const earlier = earlierAnswers(poses.matrices, results.answers);
  const atOnce = Math.max(1, Math.min(workers, chosen.length));
  const pool = await kit.createEngineJudgePool({ bone: bone.mesh, tool: tool.mesh, options, workers: atOnce });
  try {
    const answer = async (pose: number): Promise<JudgedPose> => {
      const matrix = poses.matrices.slice(16 * pose, 16 * pose + 16);
      const asked = { pose, matrix, answers: answers.get(pose) ?? [], earlier: earlier.get(pose) ?? null };
      return { pose, judgements: await pool.judge(asked) };
    };
    const giveUp = () => pool.close();
    return await poseLanes({ poses: chosen, workers: atOnce, answer, giveUp }, partial, terminal);
  } finally {
    await pool.close();
  }
}

function headerOf({ bone, tool, poses, results, options }: JudgeTask, kit: Toolkit): JudgeHeader {
  const { file, sha256, engine, answers, strokes, notices } = results;
  return {
    format: 'kerf-judgement',
    formatVersion: 1,
    kerf: kit.version,
    node: process.version,
    units: { length: 'mm', area: 'mm²', angle: '°', time: 'ms' },
    engine,
    bone: bone.source,
    tool: tool.source,
    poses: poses.source,
    results: { file, sha256, answers: answers.length, strokes: strokes.length, notices },
    options,
  };
}

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
 * @param kept what keeps them; absent if they are kept elsewhere.
 * @throws EngineDiffers after everything is written; Interrupted before.
 */
async function finishJudge(
  { header, entries }: { readonly header: JudgeHeader; readonly entries: readonly JudgedPose[] },
  task: FinishTask,
  kit: Toolkit,
  terminal: Terminal,
  kept?: Kept,
): Promise<void> {
  const { bone, tool, matrices, folder, json } = task;
  const { engine, options } = header;
  const { summariseEngine } = await kit.validationRoom();
  const judgements = entries.flatMap((entry) => entry.judgements);
  const summary = summariseEngine(engine, judgements, options);
  const frame = await frameNotices(judgements, task, options.tolerance, kit, terminal.signal);
  const notices = [...inputNotices(header, task, matrices, kit), ...frame];
  const judged: JudgedEngine = { header, notices, summary, judgements };
  const files = () => ({
    'judge.json': judgeJson(judged),
    'judge.csv': judgeCsv(judgements),
    'judge.html': judgeHtml(judged, { bone: bone.mesh, tool: tool.mesh }),
  });
  const odd = [...frame, ...summary.suspicions];
  const verdict = `Verdict: ${engine.name} ${verdictWords[summary.verdict]}. ${summary.sentence}`;
  const said = { json: judgeHeadJson(judged), notices: odd, lines: [judgeTable(summary), ...odd, '', verdict] };
  await finish({ what: 'Judgement', folder, files, json, said, kept }, terminal);
  if (summary.verdict === 'differs')
    throw new EngineDiffers(`${engine.name} differs from the oracle. ${summary.sentence}`);
}

function tellNotices(
  header: JudgeHeader,
  bodies: Parameters<typeof inputNotices>[1],
  matrices: Float64Array,
  kit: Toolkit,
  terminal: Terminal,
): void {
  for (const notice of inputNotices(header, bodies, matrices, kit)) terminal.err(`kerf: ${notice}\n`);
}

const verdictWords = {
  agrees: 'agrees with the oracle',
  differs: 'differs from the oracle',
  undecided: 'is undecided',
} as const;

/** @throws FormatError as unpackBodies; whatever finishJudge throws. */
export const finishMergedJudge: FinishMerged = async ({ record, rows, inputs }, shown, kit, terminal) => {
  const header = record.header as JudgeHeader;
  const kept = unpackBodies(inputs.bytes, inputs.path, header);
  const bodies = {
    bone: { mesh: kept.bone, source: header.bone },
    tool: { mesh: kept.tool, source: header.tool },
  };
  tellNotices(header, bodies, kept.matrices, kit, terminal);
  const entries = rows as readonly JudgedPose[];
  await finishJudge({ header, entries }, { ...bodies, ...shown, matrices: kept.matrices }, kit, terminal);
};
