// Meshes, poses, an engine's answers and a shard → the shard's poses, judged and kept in its folder for kerf merge; all
// shards, joined → the files of one run.

import { packBodies, unpackBodies } from '../shard/kept-bodies.ts';
import type { FinishMerged } from '../shard/merged-run.ts';
import { runShard } from '../shard/run-shard.ts';
import type { Shard } from '../shard/shard.ts';
import type { Terminal, Toolkit } from '../toolkit.ts';
import { finishJudge, verdictWords } from './finish-judge.ts';
import type { JudgedPose, JudgeHeader } from './judge-header.ts';
import { inputNotices } from './judge-notices.ts';
import { answeredPoses, headerOf, type JudgeTask, judgeAnswers } from './run-judge.ts';

export interface JudgeShardTask extends JudgeTask {
  readonly shard: Shard;
  /** The options that made the task, for the command lines that kerf merge prints. */
  readonly words: readonly string[];
}

/** @throws as runShard; whatever the judge throws. */
export async function runJudgeShard(task: JudgeShardTask, kit: Toolkit, terminal: Terminal): Promise<void> {
  const { folder, fresh, json, shard, words, options, results } = task;
  const { matrices } = task.poses;
  const [bone, tool] = [task.bone.mesh, task.tool.mesh];
  const header = headerOf(task, kit);
  const { summariseEngine } = await kit.validationRoom();
  const poses = answeredPoses(results);
  await runShard<JudgedPose>(
    {
      told: { command: 'judge', words, shard, total: poses.length, poses, header },
      ...{ what: 'answered poses', folder, fresh, json, matrices },
      answer: (chosen, rows) => judgeAnswers(task, chosen, rows, kit, terminal),
      inputs: () => packBodies({ bone, tool, times: null, matrices }),
      finding(judged) {
        const judgements = judged.flatMap((entry) => entry.judgements);
        const { verdict, sentence } = summariseEngine(header.engine, judgements, options);
        return `By these alone ${header.engine.name} ${verdictWords[verdict]}. ${sentence}`;
      },
    },
    kit,
    terminal,
  );
}

/** @throws FormatError as unpackBodies; whatever finishJudge throws. */
export const finishMergedJudge: FinishMerged = async ({ record, rows, inputs }, shown, kit, terminal) => {
  const header = record.header as JudgeHeader;
  const kept = unpackBodies(inputs.bytes, inputs.path, header);
  const bodies = {
    bone: { mesh: kept.bone, source: header.bone },
    tool: { mesh: kept.tool, source: header.tool },
  };
  for (const notice of inputNotices(header, bodies, kept.matrices, kit)) terminal.err(`kerf: ${notice}\n`);
  const entries = rows as readonly JudgedPose[];
  await finishJudge({ header, entries }, { ...bodies, ...shown, matrices: kept.matrices }, kit, terminal);
};
