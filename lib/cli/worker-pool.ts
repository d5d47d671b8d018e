// A worker's file and a number of threads → a pool that runs as many tasks at once, and retries one whose thread dies.
//
// The library's pool (#workers) asks a dead thread's questions again until three threads have died in a row, and then
// hands them all back: its caller can answer them itself. A validation cannot: here a task is tried twice, on two
// threads, and then fails by name, while the other tasks go on.

import { access } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { KerfError } from '#core';
import { fromFailure, type StartThread, type Thread, threadStarter } from '#workers';
import { withFileErrors } from './exit-code.ts';
import type { TaskReply, TaskStart } from './serve-tasks.ts';

/** How often a task is tried before its failure counts as the run's. */
const ATTEMPTS = 2;

interface PoolRequest {
  /** Already built, so that a thread can run it; it calls serveTasks. */
  readonly workerFile: string;
  readonly workers: number;
  /** Passed to each thread at its start. */
  readonly data?: unknown;
  /** Awaited before the threads are ended. @param living returns the numbers of the live threads. */
  readonly beforeEnd?: (living: () => readonly number[]) => Promise<void>;
}

interface Job {
  readonly task: unknown;
  /** The beginning of a failure's sentence. */
  readonly what: string;
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
  attempt: number;
}

interface Member {
  readonly thread: Thread;
  readonly number: number;
  job: Job | null;
}

export class WorkerPool<Task> {
  readonly #start: StartThread;
  readonly #request: PoolRequest;
  readonly #members: Member[] = [];
  readonly #waiting: Job[] = [];
  #started = 0;
  #isClosed = false;

  private constructor(start: StartThread, request: PoolRequest) {
    this.#start = start;
    this.#request = request;
  }

  /** @throws FileAccessError */
  static async create<Task>(request: PoolRequest): Promise<WorkerPool<Task>> {
    const { workerFile } = request;
    await withFileErrors('read', workerFile, () => access(workerFile));
    const inPage = () => {
      throw new Error('The command line runs in Node.');
    };
    const start = await threadStarter(inPage, () => pathToFileURL(workerFile));
    return new WorkerPool<Task>(start, request);
  }

  /**
   * @param what the beginning of a failure's sentence.
   * @throws KerfError WORKER_DIED if two threads in turn end without an answer; whatever the task throws.
   */
  ask<Value>(task: Task, what: string): Promise<Value> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ task, what, resolve: resolve as Job['resolve'], reject, attempt: 1 });
      this.#handOut();
    });
  }

  /** Ends all threads and abandons what they are doing. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const jobs = [...this.#members.flatMap(({ job }) => job ?? []), ...this.#waiting.splice(0)];
    for (const { what, reject } of jobs) reject(new Error(`${what}: the pool was closed.`));
    await this.#request.beforeEnd?.(() => this.#members.map(({ number }) => number));
    for (const { thread } of this.#members.splice(0)) thread.end();
  }

  #handOut(): void {
    while (this.#waiting.length > 0 && !this.#isClosed) {
      const idle = this.#members.find(({ job }) => job === null);
      if (idle === undefined && this.#members.length === this.#request.workers) return;
      const job = this.#waiting.shift() as Job;
      try {
        const { thread } = this.#give(job, idle ?? this.#begin());
        thread.hold(true);
      } catch (error) {
        // No thread can be started, or the task cannot be copied to one.
        job.reject(error);
      }
    }
  }

  #give(job: Job, member: Member): Member {
    member.thread.post({ task: job.task });
    member.job = job;
    return member;
  }

  #begin(): Member {
    const { data } = this.#request;
    const member: Member = { thread: this.#start(), number: this.#started++, job: null };
    member.thread.onMessage = (reply: TaskReply) => this.#settle(member, reply);
    member.thread.onDeath = (reason) => this.#bury(member, reason);
    member.thread.post({ data, number: member.number } satisfies TaskStart<unknown>);
    this.#members.push(member);
    return member;
  }

  #settle(member: Member, reply: TaskReply): void {
    const { job, thread } = member;
    member.job = null;
    thread.hold(false);
    this.#handOut();
    if (job === null || this.#isClosed) return;
    if ('value' in reply) job.resolve(reply.value);
    else job.reject(fromFailure({ ...reply.failure, message: `${job.what}: ${reply.failure.message}` }));
  }

  #bury(member: Member, reason: string): void {
    const { job } = member;
    const at = this.#members.indexOf(member);
    if (at >= 0) this.#members.splice(at, 1);
    if (job !== null && !this.#isClosed) {
      if (job.attempt++ < ATTEMPTS) this.#waiting.unshift(job);
      else job.reject(died(job.what, reason));
    }
    this.#handOut();
  }
}

function died(what: string, reason: string): KerfError {
  const why = reason === '' ? '' : ` (${reason})`;
  const sentence = 'the worker ended without an answer, and so did another that was asked again';
  return new KerfError('WORKER_DIED', `${what}: ${sentence}${why}.`);
}
