// Lines on standard input, and the frames that follow them → answers on standard output.

import type { Readable, Writable } from 'node:stream';
import { Conversation, type ConversationOptions } from './conversation.ts';
import type { Watch } from './watch.ts';

const NEWLINE = 10;
const UTF_8 = new TextDecoder('utf-8', { fatal: true });

export interface StdioStreams {
  readonly input: Readable;
  readonly output: Writable;
  /** Ends it early. */
  readonly signal: AbortSignal;
}

export interface StdioOptions extends Omit<ConversationOptions, 'isToken' | 'joined' | 'answered'> {
  readonly watch?: Partial<Watch>;
}

/** The only session. */
const SESSION = 1;

/** Resolves when the input has ended and all of it is answered. Waits for a slow reader. */
export async function serveStdio(streams: StdioStreams, { watch, ...options }: StdioOptions): Promise<void> {
  const { input, output, signal } = streams;
  const send = (text: string | Uint8Array, frame: Uint8Array | null, done: () => void) => {
    output.write(text);
    if (frame === null || frame.length === 0) output.write('\n', done);
    else {
      output.write('\n');
      output.write(frame, done);
    }
  };
  const limits = { ...options.limits, patience: Number.POSITIVE_INFINITY };
  const conversation = new Conversation(
    { send, end: () => input.destroy() },
    { ...options, limits, isToken: null, joined: null, answered: (answer) => watch?.answered?.(SESSION, answer) },
  );
  watch?.opened?.(SESSION, 'standard input');
  const stop = () => input.destroy();
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  // The reader of the answers is gone.
  output.once('error', stop).once('close', stop);
  try {
    const lines = new Lines(conversation, limits.maxMessage);
    let isInStep = true;
    for await (const chunk of input) {
      isInStep = await lines.take(chunk as Uint8Array);
      if (!isInStep) break;
    }
    if (isInStep) lines.end();
    await conversation.settled();
  } catch (error) {
    if (!signal.aborted && !input.destroyed) throw error;
  } finally {
    signal.removeEventListener('abort', stop);
    await conversation.close();
    watch?.closed?.(SESSION, conversation.name, null);
  }
}

/** Chunks as they come → texts and frames. */
class Lines {
  readonly #conversation: Conversation;
  readonly #most: number;
  #parts: Uint8Array[] = [];
  #length = 0;

  constructor(conversation: Conversation, most: number) {
    this.#conversation = conversation;
    this.#most = most;
  }

  /** @returns false if the rest can no longer be split into messages. */
  async take(chunk: Uint8Array): Promise<boolean> {
    let rest = chunk;
    while (rest.length > 0) {
      const awaits = this.#conversation.awaits;
      const end = awaits === undefined ? rest.indexOf(NEWLINE) : awaits - this.#length;
      const isWhole = awaits === undefined ? end >= 0 : end <= rest.length;
      const part = rest.subarray(0, isWhole ? end : rest.length);
      if (part.length > 0) this.#parts.push(part);
      this.#length += part.length;
      if (this.#length > this.#most) return this.#tooLong();
      if (!isWhole) return true;
      rest = rest.subarray(awaits === undefined ? end + 1 : end);
      const bytes = Buffer.concat(this.#parts);
      this.#parts = [];
      this.#length = 0;
      if (awaits !== undefined) this.#conversation.frame(bytes);
      else if (!this.#line(bytes)) return false;
      await this.#conversation.untilTaken();
    }
    return true;
  }

  /** The input has ended: what follows the last newline is a line, and an announced frame is too short. */
  end(): void {
    const bytes = Buffer.concat(this.#parts);
    const isFrame = this.#conversation.awaits !== undefined;
    if (!isFrame) this.#line(bytes);
    if (this.#conversation.awaits !== undefined) this.#conversation.frame(isFrame ? bytes : new Uint8Array(0));
  }

  /** An empty frame follows at once. A byte order mark, which some programs send first, is removed. */
  #line(bytes: Uint8Array): boolean {
    let text: string;
    try {
      text = UTF_8.decode(bytes);
    } catch {
      this.#conversation.noText();
      return true;
    }
    if (text.trim() === '') return true;
    const isInStep = this.#conversation.text(text);
    if (isInStep && this.#conversation.awaits === 0) this.#conversation.frame(new Uint8Array(0));
    return isInStep;
  }

  #tooLong(): boolean {
    this.#conversation.tooLong();
    return false;
  }
}
