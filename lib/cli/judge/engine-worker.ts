// A worker thread: its start-up inputs, then one pose at a time with an engine's answers → their judgement.

import { workerData } from 'node:worker_threads';
import { type AnswerJudgement, EngineJudge } from '#validation';
import type { AnsweredPose, EngineJudgeRequest } from '../toolkit.ts';
import { type WorkerAnswer, workerAnswer } from '../worker-answer.ts';

export type EngineWorkerInputs = Omit<EngineJudgeRequest, 'workers'>;

const inputs = workerData as EngineWorkerInputs;
/** The thread's one judge, made on first use. */
let judge: EngineJudge | undefined;

export default function answer(task: AnsweredPose): Promise<WorkerAnswer<AnswerJudgement[]>> {
  return workerAnswer(() => {
    judge ??= new EngineJudge(inputs.bone, inputs.tool, inputs.options);
    return judge.judge(task.pose, task.matrix, task.answers, task.earlier);
  });
}
