// Requests in the order in which they came → their answers in that order; streams alongside.

import { KerfError } from '#core';
import type { Body } from './check-request.ts';
import type { Limits } from './limits.ts';
import { cancelled } from './message-head.ts';
import type { Outbox } from './outbox.ts';
import type { Session } from './session.ts';

export interface Asked {
  readonly id: number;
  readonly type: string;
  readonly members: Body;
  /** Size of the message and its frame. */
  readonly bytes: number;
}

/** Requests with more than one answer. */
const STREAMS = new Set(['path']);

export class AnswerQueue {
  readonly #session: Session;
  readonly #outbox: Outbox;
  readonly #limits: Limits;
  readonly #waiting: Asked[] = [];
  /** By id: requests not answered yet. */
  readonly #open = new Map<number, Asked>();
  readonly #streams = new Map<number, AbortController>();
  #bytes = 0;
  #isRunning = false;
  #isOver = false;
  /** Callbacks that wait for something to be answered. */
  #watching: (() => void)[] = [];

  constructor(session: Session, outbox: Outbox, limits: Limits) {
    this.#session = session;
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
    if (this.#session.bytes + this.#bytes + asked.bytes > maxMemory)
      throw new KerfError(
        'MEMORY_LIMIT',
        `The request has ${asked.bytes} bytes, more than this session has room for; unload what is not needed.`,
      );
    this.#open.set(asked.id, asked);
    this.#bytes += asked.bytes;
    this.#waiting.push(asked);
    if (!this.#isRunning) void this.#run();
  }

  /** @returns whether there was such a request, waiting or a stream; it is then given up. */
  cancel(id: number): boolean {
    const asked = this.#open.get(id);
    const stream = this.#streams.get(id);
    if (stream !== undefined) {
      stream.abort(cancelled());
      return true;
    }
    const place = asked === undefined ? -1 : this.#waiting.indexOf(asked);
    if (asked === undefined || place < 0) return false;
    this.#waiting.splice(place, 1);
    this.#finish(asked);
    this.#outbox.refuse(id, asked.type, cancelled(), endOf(asked, 0));
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
    for (const stream of this.#streams.values()) stream.abort(cancelled());
    this.#open.clear();
    this.#wake();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    for (let asked = this.#waiting.shift(); asked !== undefined; asked = this.#waiting.shift()) {
      await this.#outbox.room();
      if (this.#isOver) break;
      if (STREAMS.has(asked.type)) this.#begin(asked);
      else await this.#answer(asked);
      // Gives other sessions their turn.
      if (this.#waiting.length > 0) await new Promise((done) => setImmediate(done));
    }
    this.#isRunning = false;
  }

  async #answer(asked: Asked): Promise<void> {
    const { id, type, members } = asked;
    try {
      const body = await this.#session.ask(type, members);
      this.#finish(asked);
      this.#outbox.answer({ id, type, ok: true }, body);
    } catch (error) {
      this.#finish(asked);
      this.#outbox.refuse(id, type, error);
    }
  }

  #begin(asked: Asked): void {
    const { maxStreams } = this.#limits;
    if (this.#streams.size < maxStreams) {
      const abort = new AbortController();
      this.#streams.set(asked.id, abort);
      void this.#stream(asked, abort.signal);
      return;
    }
    this.#finish(asked);
    const error = new KerfError(
      'TOO_MANY_STREAMS',
      `${maxStreams} streams are under way, as many as may be; await one.`,
    );
    this.#outbox.refuse(asked.id, asked.type, error, endOf(asked, 0));
  }

  async #stream(asked: Asked, signal: AbortSignal): Promise<void> {
    const { id, type, members } = asked;
    let seq = 0;
    const emit = async (body: Body) => {
      await this.#outbox.room();
      signal.throwIfAborted();
      this.#outbox.answer({ id, type, ok: true, seq: seq++ }, body);
    };
    try {
      const last = await this.#session.ask(type, members, emit, signal);
      await this.#outbox.room();
      this.#finish(asked);
      this.#outbox.answer({ id, type, ok: true, seq, done: true }, last);
    } catch (error) {
      this.#finish(asked);
      this.#outbox.refuse(id, type, error, endOf(asked, seq));
    }
  }

  #finish(asked: Asked): void {
    this.#streams.delete(asked.id);
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
