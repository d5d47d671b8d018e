// Meshes, options and a number of threads → a pool that judges as many poses at once.

import { access } from 'node:fs/promises';
import { Piscina } from 'piscina';
import { KerfError } from '../../core/index.ts';
import type { TriangleMesh } from '../../mesh/index.ts';
import type { PoseJudgement } from '../../validation/index.ts';
import { withFileErrors } from '../exit-code.ts';
import type { JudgePool, JudgeRequest } from '../toolkit.ts';
import { DeviceGate } from './device-gate.ts';
import type { JudgeFacts, WorkerAnswer, WorkerInputs, WorkerTask } from './pose-worker.ts';

/** How often a task is given out before its failure counts as that of the run. */
const ATTEMPTS = 2;

/**
 * @param workerFile the built pose-worker.
 * @throws FileAccessError; KerfError WORKER_DIED where two threads in turn end without an answer; what the judge
 * throws.
 */
export async function createJudgePool(request: JudgeRequest, workerFile: string): Promise<JudgePool> {
  // A pool whose threads cannot load their file may wait for ever.
  await withFileErrors('read', workerFile, () => access(workerFile));
  const { options, backend, workers } = request;
  const gate = new DeviceGate();
  const bodies = { bone: shareMesh(request.bone), tool: shareMesh(request.tool) };
  const workerData: WorkerInputs = { ...bodies, options, backend, gate: gate.memory };
  // When a thread dies, its task is rejected, and another thread takes its place. If the thread has no task, nothing is
  // lost, and this event is its only trace.
  const pool = new Piscina({ filename: workerFile, minThreads: workers, maxThreads: workers, workerData });
  pool.on('error', () => {});
  let closed = false;
  // A thread's GPU device ends with it.
  const close = async () => {
    closed = true;
    await gate.close(() => pool.threads.map(({ threadId }) => threadId));
    await pool.destroy();
  };

  async function ask<Value>(task: WorkerTask, what: string): Promise<Value> {
    for (let attempt = 1; ; attempt++) {
      try {
        const answer: WorkerAnswer<Value> = await pool.run(task);
        if ('failure' in answer) throw restored(answer.failure, what);
        return answer.value;
      } catch (error) {
        if (closed || error instanceof JudgeFailure || error instanceof KerfError) throw error;
        if (attempt < ATTEMPTS) continue;
        throw new KerfError(
          'WORKER_DIED',
          `${what}: the worker ended without an answer, and so did another that was asked again (${(error as Error).message}).`,
          { cause: error },
        );
      }
    }
  }

  try {
    const facts = await ask<JudgeFacts>('about', 'Making the judge ready');
    // All threads judge the backend that the first thread found, even if 'auto' would now find another one.
    const task = { backend: facts.backend };
    return { ...facts, judge: (pose, matrix) => ask<PoseJudgement>({ pose, matrix, ...task }, `Pose ${pose}`), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** An error that has no code, thrown by the judge in a thread that lives. */
class JudgeFailure extends Error {}

function restored(failure: Extract<WorkerAnswer<never>, { failure: unknown }>['failure'], what: string): Error {
  const error =
    failure.code === undefined
      ? new JudgeFailure(`${what}: ${failure.message}`)
      : new KerfError(failure.code, `${what}: ${failure.message}`);
  error.stack = failure.stack;
  return error;
}

/** Copies a mesh once into memory that all threads read. */
export function shareMesh({ positions, faces, name }: TriangleMesh): TriangleMesh {
  const sharedPositions =
    positions instanceof Float32Array
      ? new Float32Array(new SharedArrayBuffer(positions.byteLength))
      : new Float64Array(new SharedArrayBuffer(positions.byteLength));
  const intersectingPairs = new Uint32Array(new SharedArrayBuffer(faces.byteLength));
  sharedPositions.set(positions);
  intersectingPairs.set(faces);
  return { positions: sharedPositions, faces: intersectingPairs, name };
}
