// Questions → their answers by several threads; a dead thread's questions are asked again.

import type { Question, Reply } from './serve-questions.ts';
import type { Thread } from './thread.ts';
import type { ThreadShelf } from './thread-shelf.ts';
import { fromFailure } from './wire-failure.ts';

/** Questions that a thread holds: the current one and the next, so that it need not wait for a message. */
const AT_A_TIME = 2;
/** After this many thread deaths in a row, with no answer in between, the pool starts no more threads. */
const DEATHS = 3;

interface Job<Context, Ask, Answer> {
  readonly context: Context;
  readonly ask: Ask;
  readonly resolve: (answer: Answer | null) => void;
  readonly reject: (reason: unknown) => void;
  readonly onShare: (share: number) => void;
  /** Whether its answer is no longer wanted. */
  isForgotten: boolean;
}

interface Member<Context, Ask, Answer> {
  readonly thread: Thread;
  /** The questions that the thread holds, in the order of its replies. */
  readonly jobs: Job<Context, Ask, Answer>[];
}

export class WorkerPool<Context extends object, Ask, Answer> {
  readonly #shelf: ThreadShelf;
  readonly #size: number;
  readonly #members: Member<Context, Ask, Answer>[] = [];
  #waiting: Job<Context, Ask, Answer>[] = [];
  #deaths = 0;
  #closed: { readonly reason: unknown } | null = null;

  /** @param size threads at most; each is taken from the shelf when there is work for it. */
  constructor(shelf: ThreadShelf, size: number) {
    this.#shelf = shelf;
    this.#size = size;
  }

  /**
   * @param context is posted to a thread once for consecutive questions with the same context.
   * @param onShare gets the share of the question that is done, if its thread posts it; from 0 again if it died.
   * @returns null if threads died so often that none is left; the caller must then answer the question.
   * @throws what answering threw, with its class and code; the reason passed to `close`.
   */
  ask(context: Context, ask: Ask, onShare: (share: number) => void = () => {}): Promise<Answer | null> {
    return new Promise((resolve, reject) => {
      if (this.#closed !== null) reject(this.#closed.reason);
      else this.#waiting.push({ context, ask, resolve, reject, onShare, isForgotten: false });
      this.#handOut();
    });
  }

  /** Gives up the questions asked so far: their promises are never settled. */
  forget(): void {
    this.#waiting = [];
    for (const job of this.#members.flatMap(({ jobs }) => jobs)) job.isForgotten = true;
  }

  /** Rejects unanswered questions and lets the threads go: idle ones to the shelf; busy ones are ended. */
  close(reason: unknown): void {
    this.#closed ??= { reason };
    const unanswered = this.#takeUnanswered();
    for (const { thread, jobs } of this.#members.splice(0))
      if (jobs.length === 0) this.#shelf.keep(thread, this.#size);
      else thread.end();
    for (const job of unanswered) job.reject(reason);
  }

  /** Takes out all unanswered questions, in the order in which they were assigned. */
  #takeUnanswered(): Job<Context, Ask, Answer>[] {
    const unanswered = [...this.#members.flatMap(({ jobs }) => jobs), ...this.#waiting];
    this.#waiting = [];
    return unanswered.filter(({ isForgotten }) => !isForgotten);
  }

  #handOut(): void {
    while (this.#waiting.length > 0) {
      const member = this.#deaths < DEATHS ? this.#freest() : this.#giveUp();
      if (member === null) return;
      this.#send(member, this.#waiting.shift() as Job<Context, Ask, Answer>);
    }
  }

  /** The thread with the fewest questions: a new one rather than a busy one; null if all have enough. */
  #freest(): Member<Context, Ask, Answer> | null {
    let freest: Member<Context, Ask, Answer> | null = null;
    for (const member of this.#members) if (member.jobs.length < (freest?.jobs.length ?? AT_A_TIME)) freest = member;
    if (freest?.jobs.length === 0 || this.#members.length === this.#size) return freest;
    return this.#start();
  }

  #start(): Member<Context, Ask, Answer> | null {
    try {
      const thread = this.#shelf.take();
      const member: Member<Context, Ask, Answer> = { thread, jobs: [] };
      thread.onMessage = (reply: Reply<Answer>) => this.#settle(member, reply);
      thread.onDeath = () => this.#bury(member);
      this.#members.push(member);
      return member;
    } catch {
      return this.#giveUp();
    }
  }

  #send(member: Member<Context, Ask, Answer>, job: Job<Context, Ask, Answer>): void {
    const { thread, jobs } = member;
    const { context, ask } = job;
    const question: Question<Context, Ask> = thread.context === context ? { ask } : { context, ask };
    thread.context = context;
    jobs.push(job);
    thread.hold(true);
    try {
      thread.post(question);
    } catch {
      // There was no memory for the context's copy.
      thread.end();
      this.#bury(member);
    }
  }

  #settle({ thread, jobs }: Member<Context, Ask, Answer>, reply: Reply<Answer>): void {
    if ('share' in reply) {
      if (jobs[0]?.isForgotten === false) jobs[0].onShare(reply.share);
      return;
    }
    this.#deaths = 0;
    const job = jobs.shift();
    if (jobs.length === 0) thread.hold(false);
    this.#handOut();
    if (job === undefined || job.isForgotten) return;
    if ('failure' in reply) job.reject(fromFailure(reply.failure));
    else job.resolve(reply.answer);
  }

  #bury(member: Member<Context, Ask, Answer>): void {
    this.#members.splice(this.#members.indexOf(member), 1);
    this.#deaths++;
    this.#waiting.unshift(...member.jobs.filter(({ isForgotten }) => !isForgotten));
    this.#handOut();
  }

  #giveUp(): null {
    this.#deaths = DEATHS;
    const unanswered = this.#takeUnanswered();
    for (const { thread } of this.#members.splice(0)) thread.end();
    for (const job of unanswered) job.resolve(null);
    return null;
  }
}
