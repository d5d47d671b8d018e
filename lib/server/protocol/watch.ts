// What happens in a server, as it happens → whoever watches it: a log, counters, or both.

import type { Body } from './check-request.ts';

/** An answer that was passed to the transport: of a stream, one of several. */
export interface Answered {
  /** The request's id; null if it could not be read. */
  readonly request: number | null;
  /** As the client wrote it, at most 100 characters; undefined if it could not be read. */
  readonly type: string | undefined;
  /** The error's code; null if there is none. */
  readonly code: string | null;
  /** Size of the answer and its frame. */
  readonly bytes: number;
  /** From the request to this answer, its wait included; null if the message was refused as it came. */
  readonly ms: number | null;
  /** Of a stream: the number of answers before this one. */
  readonly seq: number | undefined;
  /** Whether it is the request's last answer. */
  readonly isLast: boolean;
}

/** Why a connection did not become a session, wrong tokens aside. */
export type Refusal = 'origin' | 'full' | 'draining';

/** Sessions are numbered from 1; `from` is an address and a port. */
export interface Watch {
  opened(session: number, from: string): void;
  answered(session: number, answer: Answered): void;
  /** @param client what it called itself; empty if nothing. @param code of RFC 6455, 7.4.1; null: no WebSocket. */
  closed(session: number, client: string, code: number | null): void;
  refused(from: string, why: Refusal): void;
  /** @param count wrong tokens that this address has sent lately. @param wait ms by which the answer is held back. */
  wrongToken(from: string, count: number, wait: number): void;
}

/** @param since when the request came, by performance.now(). */
export function answeredOf(head: Body, bytes: number, since: number | undefined): Answered {
  const { id, type, seq, done, error } = head as {
    readonly id: number | null;
    readonly type?: string;
    readonly seq?: number;
    readonly done?: boolean;
    readonly error?: { readonly code: string };
  };
  return {
    ...{ request: id, type, code: error?.code ?? null, bytes, seq },
    ms: since === undefined ? null : performance.now() - since,
    isLast: seq === undefined || done === true,
  };
}

/** One that passes everything on to all of these. */
export function watchedBy(watches: readonly Partial<Watch>[]): Watch {
  const passing =
    <Name extends keyof Watch>(name: Name) =>
    (...what: Parameters<Watch[Name]>) => {
      for (const watch of watches) (watch[name] as ((...what: Parameters<Watch[Name]>) => void) | undefined)?.(...what);
    };
  return {
    opened: passing('opened'),
    answered: passing('answered'),
    closed: passing('closed'),
    refused: passing('refused'),
    wrongToken: passing('wrongToken'),
  };
}
