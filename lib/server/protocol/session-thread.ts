// A client's requests → a thread of its own, which has what the client has loaded, and computes. This thread only
// passes on, so that no session waits for another: the system shares the cores among the threads.
//
//   this thread:  request ──▶ ticket, slot ──▶ the session's thread ──▶ packed answer ──▶ the outbox
//                 cancel, disconnect, too long ──▶ word[slot] = 1 ──look──▶ CANCELLED
//                 haptic-move, -cut, -snapshot ◀──▶ the loop's shared memory
//
// The thread is started by the first request that needs it: a client that only says hello costs none.

import { KerfError } from '#core';
import { type HandParts, HapticHand } from '#haptics';
import { fromFailure, type StartThread, type Thread, threadStarter } from '#workers';
import type { Answerer, AnswererOptions, EmitPacked, OnChange, Question } from './answerer.ts';
import { type Body, checkRequest } from './check-request.ts';
import { snapshotBody } from './haptic-requests.ts';
import { sharedMeshes } from './shared-meshes.ts';
import { type SessionMessage, type SessionReply, words } from './session-messages.ts';
import type { Packed } from './wire-format.ts';

/** ms for which whoever closes a session waits for its thread. */
const FAREWELL = 1000;

interface Pending {
  readonly slot: number;
  readonly emit: EmitPacked;
  readonly signal: AbortSignal;
  readonly resolve: (last: Packed) => void;
  readonly reject: (reason: unknown) => void;
  /** Why its stream's answers are no longer taken. */
  error: unknown;
}

let starter: Promise<StartThread> | null = null;

/** Threads in Node alone: a page serves nobody. */
function start(): Promise<StartThread> {
  starter ??= threadStarter(
    () => {
      throw new Error('kerf serve runs in Node.');
    },
    () => new URL('./session-worker.ts', import.meta.url),
  );
  return starter;
}

export class SessionThread implements Answerer {
  readonly #options: AnswererOptions;
  readonly #onChange: OnChange;
  readonly #stops: SharedArrayBuffer;
  readonly #words: Int32Array;
  readonly #pending = new Map<number, Pending>();
  readonly #hands = new Map<string, HapticHand>();
  /** Keys of shared meshes, and how often the session has each. */
  readonly #uses = new Map<string, number>();
  #thread: Promise<Thread> | null = null;
  #tickets = 0;
  #closing: Promise<void> | null = null;
  #onClosed = () => {};
  bytes = 0;

  /** @param onChange of a joined session. */
  constructor(options: AnswererOptions, onChange?: OnChange) {
    this.#options = options;
    this.#onChange = onChange ?? (() => {});
    this.#stops = words(options.limits, onChange === undefined ? 1 : options.limits.maxSessions);
    this.#words = new Int32Array(this.#stops);
  }

  get holder(): this {
    return this;
  }

  async ask(question: Question, emit: EmitPacked, signal: AbortSignal): Promise<Packed> {
    signal.throwIfAborted();
    if (question.type === 'ping' && question.by === undefined) {
      checkRequest('ping', question.members);
      return { text: JSON.stringify({ id: question.id, type: 'ping', ok: true }), frame: null };
    }
    const thread = await this.#started();
    signal.throwIfAborted();
    const ticket = this.#tickets++;
    const slot = this.#freeSlot();
    Atomics.store(this.#words, slot, 0);
    const stop = () => {
      Atomics.store(this.#words, slot, 1);
      post(thread, { stop: ticket });
    };
    signal.addEventListener('abort', stop, { once: true });
    try {
      return await new Promise<Packed>((resolve, reject) => {
        this.#pending.set(ticket, { slot, emit, signal, resolve, reject, error: null });
        post(thread, { ask: ticket, slot, question }, buffersOf(question.members));
      });
    } finally {
      this.#pending.delete(ticket);
      signal.removeEventListener('abort', stop);
    }
  }

  atOnce(type: string, members: Body): Body | null {
    const request = checkRequest(type, members);
    const hand = this.#hands.get(request.loop as string);
    if (hand === undefined) return null;
    if (type === 'haptic-move') hand.move((request.pose as ArrayLike<number> | undefined) ?? null);
    else if (type === 'haptic-cut') hand.cut(request.isOn as boolean);
    else return snapshotBody(hand.snapshot(null));
    return {};
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#words.fill(1);
    const over = new KerfError('SESSION_ENDED', 'The session has ended; begin a new one.');
    for (const { reject } of this.#pending.values()) reject(over);
    this.#hands.clear();
    const thread = await this.#thread?.catch(() => null);
    if (!thread) return;
    const closed = new Promise<void>((done) => {
      this.#onClosed = done;
    });
    post(thread, { close: true });
    // Other sessions must outlive it: what it cannot stop at once, a cut or a GPU's answer, it finishes.
    const ended = closed.then(() => {
      thread.end(true);
      this.#releaseAll();
      this.bytes = 0;
    });
    let late: NodeJS.Timeout | undefined;
    await Promise.race([ended, new Promise((done) => (late = setTimeout(done, FAREWELL)))]);
    clearTimeout(late);
  }

  #freeSlot(): number {
    const taken = new Set([...this.#pending.values()].map(({ slot }) => slot));
    for (let slot = 0; slot < this.#words.length; slot++) if (!taken.has(slot)) return slot;
    // Those of clients who have left are under way until they look.
    throw new KerfError('TOO_MANY_PENDING', 'As many requests of this session are under way as may be; ask again.');
  }

  /** @throws KerfError WORKER_DIED if no thread can be had. */
  #started(): Promise<Thread> {
    this.#thread ??= start().then((startThread) => {
      let thread: Thread;
      try {
        thread = startThread();
      } catch (cause) {
        this.#thread = null;
        throw died(`no thread can be had: ${cause instanceof Error ? cause.message : cause}`);
      }
      thread.onMessage = (reply: SessionReply) => this.#hear(thread, reply);
      thread.onDeath = (reason) => this.#bury(reason);
      post(thread, { begin: this.#options, stops: this.#stops });
      return thread;
    });
    return this.#thread;
  }

  #hear(thread: Thread, reply: SessionReply): void {
    if ('closed' in reply) this.#onClosed();
    else if ('changed' in reply) this.#onChange(reply.by, reply.changed);
    else if ('takes' in reply) {
      const mesh = sharedMeshes.take(reply.takes);
      if (mesh !== null) this.#use(reply.takes, 1);
      post(thread, { found: reply.question, value: mesh });
    } else if ('keeps' in reply) {
      sharedMeshes.keep(reply.keeps, reply.mesh);
      this.#use(reply.keeps, 1);
    } else if ('releases' in reply) {
      sharedMeshes.release(reply.releases);
      this.#use(reply.releases, -1);
    } else if ('indexOf' in reply) post(thread, { found: reply.question, value: sharedMeshes.indexOf(reply.indexOf) });
    else if ('keepsIndex' in reply) sharedMeshes.keepIndex(reply.keepsIndex, reply.index);
    else if ('loop' in reply) this.#hold(reply.loop, reply.hand);
    else {
      this.bytes = reply.bytes;
      const pending = this.#pending.get(reply.to);
      if (pending === undefined) return;
      if ('failure' in reply) {
        const error = fromFailure(reply.failure);
        pending.reject(pending.error ?? (pending.signal.aborted && reply.isKnown ? pending.signal.reason : error));
      } else if (reply.last) pending.resolve(reply.answer);
      else void this.#emit(thread, reply.to, pending, reply.answer);
    }
  }

  async #emit(thread: Thread, ticket: number, pending: Pending, answer: Packed): Promise<void> {
    try {
      await pending.emit(answer);
      post(thread, { taken: ticket });
    } catch (error) {
      // Its word is free for others once the thread has answered.
      pending.error = error;
      post(thread, { stop: ticket });
    }
  }

  /** Counts how often the session has a shared mesh. */
  #use(key: string, more: 1 | -1): void {
    const uses = (this.#uses.get(key) ?? 0) + more;
    if (uses === 0) this.#uses.delete(key);
    else this.#uses.set(key, uses);
  }

  /** Its thread has ended: what it had not released is released. */
  #releaseAll(): void {
    for (const [key, uses] of this.#uses) for (let n = 0; n < uses; n++) sharedMeshes.release(key);
    this.#uses.clear();
  }

  #hold(name: string, hand: HandParts | null): void {
    if (hand === null || this.#closing !== null) this.#hands.delete(name);
    else this.#hands.set(name, HapticHand.of(hand));
  }

  /** What the session had is gone with its thread; the next request begins another. */
  #bury(reason: string): void {
    this.#thread = null;
    this.#hands.clear();
    this.#releaseAll();
    this.bytes = 0;
    this.#onClosed();
    for (const { reject } of this.#pending.values()) reject(died(reason));
    this.#onChange(-1, { change: 'lost' });
  }
}

function post(thread: Thread, message: SessionMessage, transfer: ArrayBuffer[] = []): void {
  thread.post(message, transfer);
}

/** Of the arrays of a request, which nobody else reads. */
function buffersOf(members: Body): ArrayBuffer[] {
  const arrays = Object.values(members).filter((value) => ArrayBuffer.isView(value));
  return [...new Set(arrays.map(({ buffer }) => buffer as ArrayBuffer))];
}

function died(reason: string): KerfError {
  const why = reason === '' ? '' : ` (${reason})`;
  return new KerfError(
    'WORKER_DIED',
    `The thread of this session has ended${why}, and all that the session had with it; load and make it again.`,
  );
}
