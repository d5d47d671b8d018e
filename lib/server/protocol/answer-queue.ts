// Requests in the order in which they came → their answers in that order; streams alongside; a loop's hand at once.

import { KerfError } from '#core';
import type { Body } from './check-request.ts';
import type { Limits } from './limits.ts';
import type { Answerer, EmitPacked } from './answerer.ts';
import { cancelled, tooLongComputed } from './message-head.ts';
import type { Outbox } from './outbox.ts';
import { waitFor } from './patience.ts';
import { HANDS } from './requests.ts';
import type { Packed } from './wire-format.ts';

export interface Asked {
  readonly id: number;
  readonly type: string;
  readonly members: Body;
  /** Size of the message and its frame. */
  readonly bytes: number;
  /** When the message came, by performance.now(). */
  readonly since: number;
}

/** Requests with more than one answer. */
const STREAMS = new Set(['path']);

export class AnswerQueue {
  readonly #answers: () => Answerer;
  readonly #outbox: Outbox;
  readonly #limits: Limits;
  readonly #waiting: Asked[] = [];
  /** By id: requests not answered yet. */
  readonly #open = new Map<number, Asked>();
  /** By id: requests that are being answered. */
  readonly #running = new Map<number, AbortController>();
  #streams = 0;
  #bytes = 0;
  #isRunning = false;
  #isOver = false;
  /** Callbacks that wait for something to be answered. */
  #watching: (() => void)[] = [];

  /** @param answers what answers, once there is a request. */
  constructor(answers: () => Answerer, outbox: Outbox, limits: Limits) {
    this.#answers = answers;
    this.#outbox = outbox;
    this.#limits = limits;
  }

  has(id: number): boolean {
    return this.#open.has(id);
  }

  get isLong(): boolean {
    return this.#waiting.length > this.#limits.maxPending / 2;
  }

  /** @throws KerfError TOO_MANY_PENDING, MEMORY_LIMIT. */
  add(asked: Asked): void {
    const { maxPending, maxMemory } = this.#limits;
    if (this.#open.size >= maxPending)
      throw new KerfError(
        'TOO_MANY_PENDING',
        `${this.#open.size} requests wait for their answers, expected at most ${maxPending}; read answers first.`,
      );
    const isNow = HANDS.has(asked.type) && !this.#waits(asked);
    const now = isNow ? this.#answers().atOnce(asked.type, asked.members) : null;
    if (now !== null) {
      this.#outbox.answer({ id: asked.id, type: asked.type, ok: true }, now, asked.since);
      return;
    }
    if (this.#answers().bytes + this.#bytes + asked.bytes > maxMemory)
      throw new KerfError(
        'MEMORY_LIMIT',
        `The request has ${asked.bytes} bytes, more than this session has room for; unload what is not needed.`,
      );
    this.#open.set(asked.id, asked);
    this.#bytes += asked.bytes;
    this.#waiting.push(asked);
    if (!this.#isRunning) void this.#run();
  }

  /**
   * @returns whether there was such a request. One that waits is given up; one that is being answered is asked to stop,
   * and its answer says whether it has.
   */
  cancel(id: number): boolean {
    const asked = this.#open.get(id);
    const running = this.#running.get(id);
    if (running !== undefined) {
      running.abort(cancelled());
      return true;
    }
    const place = asked === undefined ? -1 : this.#waiting.indexOf(asked);
    if (asked === undefined || place < 0) return false;
    this.#waiting.splice(place, 1);
    this.#finish(asked);
    this.#outbox.refuse(id, asked.type, cancelled(), endOf(asked, 0), asked.since);
    return true;
  }

  /** Resolves when something has been answered. */
  next(): Promise<void> {
    return this.#isOver ? Promise.resolve() : new Promise((done) => this.#watching.push(done));
  }

  /** Resolves when all is answered. */
  async settled(): Promise<void> {
    while (this.#open.size > 0 && !this.#isOver) await this.next();
  }

  /** Gives up all requests. */
  close(): void {
    this.#isOver = true;
    this.#waiting.length = 0;
    for (const running of this.#running.values()) running.abort(cancelled());
    this.#open.clear();
    this.#wake();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting.length > 0) {
      await this.#outbox.room();
      // Until here it may have been given up.
      const asked = this.#waiting.shift();
      if (this.#isOver || asked === undefined) break;
      if (STREAMS.has(asked.type)) this.#begin(asked);
      else await this.#answer(asked);
      // Gives other sessions their turn.
      if (this.#waiting.length > 0) await new Promise((done) => setImmediate(done));
    }
    this.#isRunning = false;
  }

  /** Whether a loop is about to begin under the name that a request of a hand has. */
  #waits({ members: { loop } }: Asked): boolean {
    const starts = [...this.#open.values()].some((one) => one.type === 'haptic-start' && one.members.loop === loop);
    return starts || this.#isOver;
  }

  /** Its computation is ended by cancel, by the end of the session, and after `maxSeconds`. */
  async #ask(asked: Asked, emit: EmitPacked): Promise<Packed> {
    const { id, type, members } = asked;
    const { maxSeconds } = this.#limits;
    const abort = new AbortController();
    this.#running.set(id, abort);
    const stop = waitFor(1000 * maxSeconds, () => abort.abort(tooLongComputed(maxSeconds)));
    try {
      const question = { id, type, members, isStream: STREAMS.has(type), asLists: this.#outbox.asLists };
      return await this.#answers().ask(question, emit, abort.signal);
    } finally {
      stop();
      this.#running.delete(id);
    }
  }

  async #answer(asked: Asked): Promise<void> {
    const { id, type, since } = asked;
    try {
      const packed = await this.#ask(asked, () => {});
      this.#finish(asked);
      this.#outbox.send(packed, { id, type }, since);
    } catch (error) {
      this.#finish(asked);
      this.#outbox.refuse(id, type, error, {}, since);
    }
  }

  #begin(asked: Asked): void {
    const { maxStreams } = this.#limits;
    if (this.#streams < maxStreams) {
      this.#streams++;
      void this.#stream(asked).finally(() => {
        this.#streams--;
      });
      return;
    }
    this.#finish(asked);
    const error = new KerfError(
      'TOO_MANY_STREAMS',
      `${maxStreams} streams are under way, as many as may be; await one.`,
    );
    this.#outbox.refuse(asked.id, asked.type, error, endOf(asked, 0), asked.since);
  }

  async #stream(asked: Asked): Promise<void> {
    const { id, type, since } = asked;
    let seq = 0;
    let hasEnded = false;
    const emit = async (packed: Packed) => {
      await this.#outbox.room();
      // It may have been answered for good while the client took what came before.
      if (hasEnded) throw cancelled();
      this.#outbox.send(packed, { id, type, seq: seq++ }, since);
    };
    try {
      const last = await this.#ask(asked, emit);
      hasEnded = true;
      await this.#outbox.room();
      this.#finish(asked);
      this.#outbox.send(last, { id, type, seq, done: true }, since);
    } catch (error) {
      hasEnded = true;
      this.#finish(asked);
      this.#outbox.refuse(id, type, error, endOf(asked, seq), since);
    }
  }

  #finish(asked: Asked): void {
    if (this.#open.delete(asked.id)) this.#bytes -= asked.bytes;
    this.#wake();
  }

  #wake(): void {
    for (const done of this.#watching.splice(0)) done();
  }
}

/** Members of a stream's last answer. */
function endOf({ type }: Asked, seq: number): Body {
  return STREAMS.has(type) ? { seq, done: true } : {};
}
