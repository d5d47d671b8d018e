// A worker thread: its start-up inputs, then one pose at a time → that pose's judgement.

import { threadId } from 'node:worker_threads';
import { workerData } from 'piscina';
import type { Backend } from '#records';
import { PoseJudge, type PoseJudgement } from '#validation';
import { sha256 } from '../checked-lines.ts';
import type { BackendChoice, JudgeRequest } from '../toolkit.ts';
import { type WorkerAnswer, workerAnswer } from '../worker-answer.ts';
import { DeviceGate } from './device-gate.ts';

/** A pose to judge on the backend that the first thread found, or 'about', which asks for that backend. */
export type WorkerTask = { readonly pose: number; readonly matrix: Float64Array; readonly backend: Backend } | 'about';

export interface WorkerInputs extends Omit<JudgeRequest, 'workers'> {
  /** The memory of a DeviceGate. */
  readonly gate: SharedArrayBuffer;
}

export type JudgeFacts = Pick<PoseJudge, 'backend' | 'backendReason' | 'signed'>;

const inputs = workerData as WorkerInputs;
/** The thread's one judge, made on first use. */
let judge: Promise<PoseJudge> | undefined;

function judgeOn(backend: BackendChoice): Promise<PoseJudge> {
  judge ??= PoseJudge.create({ ...inputs, backend, sha256 });
  return judge;
}

export default function answer(task: WorkerTask): Promise<WorkerAnswer<JudgeFacts | PoseJudgement>> {
  return workerAnswer(async () => {
    const gate = new DeviceGate(inputs.gate);
    if (task === 'about') {
      const { backend, backendReason, signed } = await gate.pass(threadId, () => judgeOn(inputs.backend));
      return { backend, backendReason, signed };
    }
    const { pose, matrix, backend } = task;
    const made = await gate.pass(threadId, () => judgeOn(backend));
    return made.judge(pose, matrix, await gate.pass(threadId, () => made.ask(matrix)));
  });
}
