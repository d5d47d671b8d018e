// Meshes, options and a number of threads → a pool that judges another engine's answers, one pose per thread.

import type { AnswerJudgement } from '#validation';
import type { AnsweredPose, EngineJudgePool, EngineJudgeRequest } from '../toolkit.ts';
import { shareMesh, WorkerPool } from '../worker-pool.ts';
import type { EngineWorkerInputs } from './engine-worker.ts';

/**
 * @param workerFile the built engine-worker.
 * @throws FileAccessError; KerfError WORKER_DIED if two threads in succession end without an answer; whatever the judge
 * throws.
 */
export async function createEngineJudgePool(
  { bone, tool, options, workers }: EngineJudgeRequest,
  workerFile: string,
): Promise<EngineJudgePool> {
  const workerData: EngineWorkerInputs = { bone: shareMesh(bone), tool: shareMesh(tool), options };
  const pool = await WorkerPool.create<AnsweredPose>({ workerFile, workers, workerData });
  return {
    judge: (task) => pool.ask<AnswerJudgement[]>(task, `Pose ${task.pose}`),
    close: () => pool.close(),
  };
}
