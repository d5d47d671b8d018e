// A request → its answers, packed, by whoever computes them: this thread, or one of the session's own (session-thread).

import type { Body } from './check-request.ts';
import type { Limits } from './limits.ts';
import { Session, type SessionOptions } from './session.ts';
import { type Packed, pack } from './wire-format.ts';

/** A request, and how its answers are packed. */
export interface Question {
  readonly id: number;
  readonly type: string;
  readonly members: Body;
  /** Whether it has more than one answer. */
  readonly isStream: boolean;
  /** Whether arrays go into the texts of answers. */
  readonly asLists: boolean;
}

/** Takes one answer of a stream; the next is computed when it has been taken. */
export type EmitPacked = (answer: Packed) => void | Promise<void>;

export interface AnswererOptions {
  readonly limits: Limits;
  /** The folder below which load takes paths; null: none. */
  readonly files: string | null;
}

/** What one client has, and what answers its requests. */
export interface Answerer {
  /** Bytes that its holdings count for. */
  readonly bytes: number;
  /**
   * @param emit gets the answers of a stream except the last. @param signal ends the computation.
   * @throws KerfError, as a session's `ask`; the signal's reason.
   */
  ask(question: Question, emit: EmitPacked, signal: AbortSignal): Promise<Packed>;
  /**
   * The answer to what needs no computing, now; null: it has to be asked.
   * @throws KerfError, as a session's `ask`.
   */
  atOnce(type: string, members: Body): Body | null;
  /** Abandons what is under way, and releases everything. */
  close(): Promise<void>;
}

/** A session of this thread. */
export class SessionAnswerer implements Answerer {
  readonly session: Session;

  constructor(options: SessionOptions) {
    this.session = new Session(options);
  }

  get bytes(): number {
    return this.session.bytes;
  }

  async ask(question: Question, emit: EmitPacked, signal: AbortSignal): Promise<Packed> {
    const { id, type, members, isStream, asLists } = question;
    let seq = 0;
    const head = { id, type, ok: true };
    const emitted = (body: Body) => emit(pack({ ...head, seq: seq++ }, body, asLists));
    const last = await this.session.ask(type, members, emitted, signal);
    return pack(isStream ? { ...head, seq, done: true } : head, last, asLists);
  }

  atOnce(): null {
    return null;
  }

  close(): Promise<void> {
    return this.session.close();
  }
}
