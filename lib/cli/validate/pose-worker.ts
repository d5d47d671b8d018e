// A worker thread: the inputs that it was born with and one pose at a time → that pose's judgement.

import { workerData } from 'piscina';
import { KerfError } from '../../core/index.ts';
import { PoseJudge, type PoseJudgement, type ValidationOptions } from '../../validation/index.ts';
import type { JudgeRequest } from '../toolkit.ts';
import { sha256 } from './hash.ts';

/** A pose to judge, or the question what the judge is. */
export type WorkerTask = { readonly pose: number; readonly matrix: Float64Array } | 'about';

export type WorkerInputs = Pick<JudgeRequest, 'bone' | 'tool'> & { readonly options: ValidationOptions };

export type JudgeFacts = Pick<PoseJudge, 'backend' | 'signed'>;

/** What the judge throws is an answer too: any other end of a task means that the thread has died. */
export type WorkerAnswer<Value> =
  | { readonly value: Value }
  | { readonly failure: { readonly code: string | undefined; readonly message: string; readonly stack: string } };

/** One judge a thread, made when it is first asked. */
let judge: Promise<PoseJudge> | undefined;

export default async function answer(task: WorkerTask): Promise<WorkerAnswer<JudgeFacts | PoseJudgement>> {
  try {
    judge ??= PoseJudge.create({ ...(workerData as WorkerInputs), sha256 });
    const { backend, signed } = await judge;
    return { value: task === 'about' ? { backend, signed } : await (await judge).judge(task.pose, task.matrix) };
  } catch (error) {
    const { message, stack } = error as Error;
    return { failure: { code: error instanceof KerfError ? error.code : undefined, message, stack: stack ?? '' } };
  }
}
