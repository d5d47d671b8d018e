// A worker thread: its start-up inputs, then one pose at a time with an engine's answers → their judgement.

import { type AnswerJudgement, EngineJudge } from '#validation';
import { serveTasks, type TaskStart } from '../serve-tasks.ts';
import type { AnsweredPose, EngineJudgeRequest } from '../toolkit.ts';

export type EngineWorkerInputs = Omit<EngineJudgeRequest, 'workers'>;

await serveTasks(({ data }: TaskStart<EngineWorkerInputs>) => {
  /** The thread's one judge, made on first use. */
  let judge: EngineJudge | undefined;
  return ({ pose, matrix, answers, earlier }: AnsweredPose): AnswerJudgement[] => {
    judge ??= new EngineJudge(data.bone, data.tool, data.options);
    return judge.judge(pose, matrix, answers, earlier);
  };
});
