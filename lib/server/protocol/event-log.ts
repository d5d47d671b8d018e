// What happens in a server → lines of JSON, one an event: {"time":…,"event":…, …}. Times of day are stamps alone;
// durations come from a clock that nobody sets.

import type { Answered, Refusal, Watch } from './watch.ts';

export class EventLog implements Watch {
  readonly #write: (line: string) => void;
  readonly #stamp: () => string;

  /** @param write takes a line with its newline. @param stamp the time of day, RFC 3339. */
  constructor(write: (line: string) => void, stamp: () => string = () => new Date().toISOString()) {
    this.#write = write;
    this.#stamp = stamp;
  }

  listening(url: string): void {
    this.#put('listening', { url });
  }

  opened(session: number, from: string): void {
    this.#put('opened', { session, from });
  }

  /** A line a request: of a stream, when it ends. */
  answered(session: number, { request, type, code, bytes, ms, seq, isLast }: Answered): void {
    if (!isLast) return;
    this.#put('answered', {
      ...{ session, request, type, ok: code === null },
      ...(code !== null && { code }),
      ...(ms !== null && { ms: Number(ms.toFixed(3)) }),
      bytes,
      ...(seq !== undefined && { answers: seq + 1 }),
    });
  }

  closed(session: number, client: string, code: number | null): void {
    this.#put('closed', { session, ...(client !== '' && { client }), ...(code !== null && { code }) });
  }

  refused(from: string, why: Refusal): void {
    this.#put('refused', { from, why });
  }

  wrongToken(from: string, count: number, wait: number): void {
    this.#put('wrong-token', { from, count, ms: wait });
  }

  /** The server takes no new sessions, and has this many. */
  draining(sessions: number): void {
    this.#put('draining', { sessions });
  }

  /** @param cut sessions that ended before all their requests were answered. */
  drained(cut: number): void {
    this.#put('drained', { cut });
  }

  /** A sentence for whoever runs the server. */
  said(message: string, session?: number): void {
    this.#put('notice', { ...(session !== undefined && { session }), message });
  }

  /** An unexpected error. */
  failed(error: unknown): void {
    const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
    this.#put('failure', { message, ...(stack !== undefined && { stack }) });
  }

  /** Lines that could not be written before this one. */
  lost(lines: number): void {
    this.#put('lost', { lines });
  }

  #put(event: string, members: object): void {
    this.#write(`${JSON.stringify({ time: this.#stamp(), event, ...members })}\n`);
  }
}
