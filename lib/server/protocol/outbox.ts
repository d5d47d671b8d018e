// Answers and refusals → what a transport sends, never too much of it ahead of the client.

import { KerfError } from '#core';
import type { Body } from './check-request.ts';
import type { Limits } from './limits.ts';
import { Unsent } from './unsent.ts';
import { type Answered, answeredOf } from './watch.ts';
import { type Packed, pack } from './wire-format.ts';

/** What a transport does for a conversation. */
export interface Wire {
  /**
   * Sends a text (or its UTF-8), followed by the frame if there is one; `done` is called when it has left this
   * process.
   */
  send(text: string | Uint8Array, frame: Uint8Array | null, done: () => void): void;
  /** Ends the connection, and says why: WebSocket close codes, RFC 6455, 7.4.1. */
  end(code: number, reason: string): void;
}

export class Outbox {
  readonly #wire: Wire;
  readonly #unsent: Unsent;
  readonly #onSlow: (bytes: number) => void;
  readonly #fail: (error: unknown) => void;
  readonly #answered: ((answer: Answered) => void) | undefined;
  /** Whether arrays go into the text. */
  asLists = false;
  #isOver = false;

  /**
   * @param onSlow is called when the client must be dropped. @param fail takes unexpected errors. @param answered is
   * called after each answer.
   */
  constructor(
    wire: Wire,
    limits: Limits,
    onSlow: (bytes: number) => void,
    fail: (error: unknown) => void,
    answered?: (answer: Answered) => void,
  ) {
    this.#wire = wire;
    this.#unsent = new Unsent(limits);
    this.#onSlow = onSlow;
    this.#fail = fail;
    this.#answered = answered;
  }

  get isFull(): boolean {
    return this.#unsent.isMuch;
  }

  /** @param since when its request came, by performance.now(). */
  answer(head: Body, body: Body, since?: number): void {
    if (!this.#isOver) this.send(pack(head, body, this.asLists), head, since);
  }

  /** What no request has asked for. */
  announce(head: Body, body: Body): void {
    if (!this.#isOver) this.send(pack(head, body, this.asLists), null);
  }

  /** @param head of the message; null if it answers none. */
  send({ text, frame }: Packed, head: Body | null, since?: number): void {
    if (this.#isOver) return;
    // Messages that cannot wait, such as refusals, must not pile up either.
    if (this.#unsent.isTooMuch) {
      this.#slow();
      return;
    }
    const bytes = text.length + (frame?.length ?? 0);
    this.#unsent.add(bytes);
    this.#wire.send(text, frame, () => this.#unsent.remove(bytes));
    if (head !== null) this.#answered?.(answeredOf(head, bytes, since));
  }

  /** @param more members beside those of every refusal. @param since when the request came, by performance.now(). */
  refuse(id: number | null, type: string | undefined, error: unknown, more: Body = {}, since?: number): void {
    const isKnown = error instanceof KerfError;
    if (!isKnown) this.#fail(error);
    const { code, message } = isKnown
      ? error
      : { code: 'INTERNAL', message: 'kerf failed; its server has said more on standard error, which please report.' };
    const head = { id, ...(type !== undefined && { type }), ok: false, ...more, error: { code, message } };
    this.answer(head, {}, since);
  }

  /** Waits until little is ahead of the client. If that takes too long, the client is dropped. */
  async room(): Promise<void> {
    if (!(this.#isOver || (await this.#unsent.room()))) this.#slow();
  }

  /** Resolves when something has been taken. */
  less(): Promise<void> {
    return this.#unsent.less();
  }

  /** Resolves when all is taken. */
  empty(): Promise<void> {
    return this.#unsent.none();
  }

  end(): void {
    this.#isOver = true;
    this.#unsent.end();
  }

  #slow(): void {
    if (!this.#isOver) this.#onSlow(this.#unsent.bytes);
  }
}
