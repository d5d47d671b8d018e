// A worker thread: its start-up inputs, then one pose at a time → that pose's judgement.

import type { Backend } from '#records';
import { PoseJudge, type PoseJudgement } from '#validation';
import { sha256 } from '../checked-lines.ts';
import { serveTasks, type TaskStart } from '../serve-tasks.ts';
import type { BackendChoice, JudgeRequest } from '../toolkit.ts';
import { DeviceGate } from './device-gate.ts';

/** A pose to judge on the backend that the first thread found, or 'about', which asks for that backend. */
export type WorkerTask = { readonly pose: number; readonly matrix: Float64Array; readonly backend: Backend } | 'about';

export interface WorkerInputs extends Omit<JudgeRequest, 'workers'> {
  /** The memory of a DeviceGate. */
  readonly gate: SharedArrayBuffer;
}

export type JudgeFacts = Pick<PoseJudge, 'backend' | 'backendReason' | 'signed'>;

await serveTasks(({ data, number }: TaskStart<WorkerInputs>) => {
  const gate = new DeviceGate(data.gate);
  /** The thread's one judge, made on first use. */
  let judge: Promise<PoseJudge> | undefined;
  const judgeOn = (backend: BackendChoice): Promise<PoseJudge> => {
    judge ??= PoseJudge.create({ ...data, backend, sha256 });
    return judge;
  };
  return async (task: WorkerTask): Promise<JudgeFacts | PoseJudgement> => {
    if (task === 'about') {
      const { backend, backendReason, signed } = await gate.pass(number, () => judgeOn(data.backend));
      return { backend, backendReason, signed };
    }
    const { pose, matrix, backend } = task;
    const made = await gate.pass(number, () => judgeOn(backend));
    return made.judge(pose, matrix, await gate.pass(number, () => made.ask(matrix)));
  };
});
