// Meshes, options and a number of threads → a pool that judges one pose per thread at once, by kerf or of another
// engine's answers.

import type { AnswerJudgement, PoseJudgement } from '#validation';
import { shareArrays } from '#workers';
import type { EngineWorkerInputs } from '../judge/engine-worker.ts';
import type { AnsweredPose, EngineJudgePool, EngineJudgeRequest, JudgePool, JudgeRequest } from '../toolkit.ts';
import { WorkerPool } from '../worker-pool.ts';
import { DeviceGate } from './device-gate.ts';
import type { JudgeFacts, WorkerInputs, WorkerTask } from './pose-worker.ts';

/**
 * @param workerFile the built pose-worker.
 * @throws FileAccessError; KerfError WORKER_DIED if two threads in succession end without an answer; whatever the judge
 * throws.
 */
export async function createJudgePool(request: JudgeRequest, workerFile: string): Promise<JudgePool> {
  const { options, backend, workers } = request;
  const gate = new DeviceGate();
  const bodies = shareArrays({ bone: request.bone, tool: request.tool });
  const data: WorkerInputs = { ...bodies, options, backend, gate: gate.memory };
  const pool = await WorkerPool.create<WorkerTask>({
    workerFile,
    workers,
    data,
    // A thread's GPU device ends with it.
    beforeEnd: (living) => gate.close(living),
  });
  const close = () => pool.close();
  try {
    const facts = await pool.ask<JudgeFacts>('about', 'Making the judge ready');
    // All threads judge the backend that the first thread found, even if 'auto' would now choose another.
    const task = { backend: facts.backend };
    return {
      ...facts,
      judge: (pose, matrix) => pool.ask<PoseJudgement>({ pose, matrix, ...task }, `Pose ${pose}`),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * @param workerFile the built engine-worker.
 * @throws FileAccessError; KerfError WORKER_DIED if two threads in succession end without an answer; whatever the judge
 * throws.
 */
export async function createEngineJudgePool(
  { bone, tool, options, workers }: EngineJudgeRequest,
  workerFile: string,
): Promise<EngineJudgePool> {
  const data: EngineWorkerInputs = { ...shareArrays({ bone, tool }), options };
  const pool = await WorkerPool.create<AnsweredPose>({ workerFile, workers, data });
  return {
    judge: (task) => pool.ask<AnswerJudgement[]>(task, `Pose ${task.pose}`),
    close: () => pool.close(),
  };
}
