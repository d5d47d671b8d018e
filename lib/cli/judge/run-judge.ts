// Meshes, poses and an engine's answers → every answer judged, then shown and written.

import { join } from 'node:path';
import type { EngineAnswer, EngineResults, JudgeOptions } from '#validation';
import type { HashedBody, HashedPoses } from '../hashed-inputs.ts';
import type { OutputFolder } from '../output-files.ts';
import { PartialFile } from '../partial-file.ts';
import { sayWhatIsDone } from '../partial-words.ts';
import { poseLanes } from '../pose-lanes.ts';
import type { Terminal, Toolkit } from '../toolkit.ts';
import { finishJudge } from './finish-judge.ts';
import type { JudgedPose, JudgeHeader } from './judge-header.ts';
import { inputNotices } from './judge-notices.ts';

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
}

export const PARTIAL_FILE = 'judge.partial.jsonl';

/**
 * @throws EngineDiffers after everything is written; Interrupted, FileAccessError and KerfError, after which a later
 * run resumes.
 */
export async function runJudge(task: JudgeTask, kit: Toolkit, terminal: Terminal): Promise<void> {
  const { folder, fresh, poses } = task;
  const header = headerOf(task, kit);
  for (const notice of inputNotices(header, task, poses.matrices, kit)) terminal.err(`kerf: ${notice}\n`);
  const { differences } = await kit.validationRoom();
  const partial = await PartialFile.open<JudgedPose>(join(folder.path, PARTIAL_FILE), header, { fresh, differences });
  try {
    const answered = answeredPoses(task.results);
    sayWhatIsDone(partial, partial.done.size, answered.length, terminal);
    const entries = await judgeAnswers(task, answered, partial, kit, terminal);
    await finishJudge({ header, entries }, { ...task, matrices: poses.matrices }, kit, terminal, partial);
  } finally {
    await partial.close();
  }
}

/** The poses that have an answer, ascending; the others are not judged. */
export function answeredPoses({ answers }: EngineResults): number[] {
  return [...new Set(answers.map(({ pose }) => pose))].sort((a, b) => a - b);
}

/** @param chosen poses that have an answer. @throws as poseLanes. */
export async function judgeAnswers(
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

export function headerOf({ bone, tool, poses, results, options }: JudgeTask, kit: Toolkit): JudgeHeader {
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
