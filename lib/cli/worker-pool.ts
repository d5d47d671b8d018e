// A worker's file and a number of threads → a pool that runs as many tasks at once, and retries one whose thread dies.

import { access } from 'node:fs/promises';
import { Piscina } from 'piscina';
import { KerfError } from '#core';
import type { TriangleMesh } from '#mesh';
import { withFileErrors } from './exit-code.ts';
import type { WorkerAnswer } from './worker-answer.ts';

/** How often a task is tried before its failure counts as the run's. */
const ATTEMPTS = 2;

interface PoolRequest {
  /** Already built, so that a thread can run it; its tasks return WorkerAnswers. */
  readonly workerFile: string;
  readonly workers: number;
  /** Passed to each thread at its start. */
  readonly workerData: unknown;
  /** Awaited before the threads are ended. @param living returns the IDs of the live threads. */
  readonly beforeEnd?: (living: () => readonly number[]) => Promise<void>;
}

export class WorkerPool<Task> {
  readonly #pool: Piscina;
  readonly #beforeEnd: PoolRequest['beforeEnd'];
  #closed = false;

  private constructor(pool: Piscina, beforeEnd: PoolRequest['beforeEnd']) {
    this.#pool = pool;
    this.#beforeEnd = beforeEnd;
  }

  /** @throws FileAccessError */
  static async create<Task>({ workerFile, workers, workerData, beforeEnd }: PoolRequest): Promise<WorkerPool<Task>> {
    // A pool whose threads cannot load their file may hang for ever.
    await withFileErrors('read', workerFile, () => access(workerFile));
    // When a thread dies, its task is rejected, and another thread takes its place. If the thread has no task, nothing
    // is lost, and this event is its only trace.
    const pool = new Piscina({ filename: workerFile, minThreads: workers, maxThreads: workers, workerData });
    pool.on('error', () => {});
    return new WorkerPool<Task>(pool, beforeEnd);
  }

  /**
   * @param what the beginning of a failure's sentence.
   * @throws KerfError WORKER_DIED if two threads in turn end without an answer; whatever the task throws.
   */
  async ask<Value>(task: Task, what: string): Promise<Value> {
    for (let attempt = 1; ; attempt++) {
      try {
        const answer: WorkerAnswer<Value> = await this.#pool.run(task);
        if ('failure' in answer) throw restored(answer.failure, what);
        return answer.value;
      } catch (error) {
        if (this.#closed || error instanceof TaskFailure || error instanceof KerfError) throw error;
        if (attempt < ATTEMPTS) continue;
        throw new KerfError(
          'WORKER_DIED',
          `${what}: the worker ended without an answer, and so did another that was asked again (${(error as Error).message}).`,
          { cause: error },
        );
      }
    }
  }

  /** Ends all threads and abandons what they are doing. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#beforeEnd?.(() => this.#pool.threads.map(({ threadId }) => threadId));
    await this.#pool.destroy();
  }
}

/** An error without a code, thrown by a task in a live thread. */
class TaskFailure extends Error {}

function restored(failure: Extract<WorkerAnswer<never>, { failure: unknown }>['failure'], what: string): Error {
  const error =
    failure.code === undefined
      ? new TaskFailure(`${what}: ${failure.message}`)
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
  const sharedFaces = new Uint32Array(new SharedArrayBuffer(faces.byteLength));
  sharedPositions.set(positions);
  sharedFaces.set(faces);
  return { positions: sharedPositions, faces: sharedFaces, name };
}
