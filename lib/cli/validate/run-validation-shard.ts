// Meshes, poses, options and a shard → the shard's poses, judged and kept in its folder for kerf merge.

import type { PoseJudgement } from '#validation';
import { packBodies } from '../shard/kept-bodies.ts';
import { runShard } from '../shard/run-shard.ts';
import type { Shard } from '../shard/shard.ts';
import type { Terminal, Toolkit } from '../toolkit.ts';
import { judgePoses } from './judge-poses.ts';
import { headerOf, type ValidationTask } from './run-validation.ts';

export interface ValidationShardTask extends Omit<ValidationTask, 'against'> {
  readonly shard: Shard;
  /** The options that made the task, for the command lines that kerf merge prints. */
  readonly words: readonly string[];
}

/** @throws as runShard; whatever the pool throws. */
export async function runValidationShard(task: ValidationShardTask, kit: Toolkit, terminal: Terminal): Promise<void> {
  const { options, backend, workers, folder, fresh, json, shard, words } = task;
  const { matrices, times, source } = task.poses;
  const [bone, tool] = [task.bone.mesh, task.tool.mesh];
  const { summarise } = await kit.validationRoom();
  const pool = await kit.createJudgePool({ bone, tool, options, backend, workers });
  try {
    const header = headerOf(task, pool, kit);
    await runShard<PoseJudgement>(
      {
        told: { command: 'validate', words, shard, total: source.count, header },
        ...{ what: 'poses', folder, fresh, json, matrices },
        answer: (poses, rows) => judgePoses(pool, matrices, poses, workers, rows, terminal),
        inputs: () => packBodies({ bone, tool, times, matrices: new Float64Array() }),
        finding(judged) {
          const { verdict, sentence } = summarise(judged);
          return `Verdict of these alone: ${verdict}. ${sentence}`;
        },
      },
      kit,
      terminal,
    );
  } finally {
    await pool.close();
  }
}
