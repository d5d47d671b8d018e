// A request → its answers, packed, by whoever computes them: this thread, or one of the session's own (session-thread).

import type { Body } from './check-request.ts';
import type { Limits } from './limits.ts';
import { CHANGES } from './requests.ts';
import { type Made, Session, type SessionOptions } from './session.ts';
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
  /** The number of the client that asks, in a joined session: its answers then have a sequence. */
  readonly by?: number;
}

/** Takes a change of a joined session, and the number of the client that made it; −1: a haptic loop. */
export type OnChange = (by: number, change: Body) => void;

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
  /** What has them: the same for all clients of a joined session. */
  readonly holder: Answerer;
  /**
   * @param emit gets the answers of a stream except the last. @param signal ends the computation.
   * @throws KerfError, as a session's `ask`; the signal's reason.
   */
  ask(question: Question, emit: EmitPacked, signal: AbortSignal): Promise<Packed>;
  /**
   * The answer to a request of a loop's hand, now; null: it has to be asked.
   * @throws KerfError, as a session's `ask`.
   */
  atOnce(type: string, members: Body): Body | null;
  /** Abandons what is under way, and releases everything. */
  close(): Promise<void>;
}

/** Members of a request that its change repeats: names, and what is not in the answer. */
const SENT: ReadonlySet<string> = new Set([
  ...['mesh', 'detector', 'cuttable', 'loop', 'bone', 'tool', 'surface', 'pose', 'from', 'to', 'motion'],
  ...['contactDistance', 'resolution'],
]);
const EDIT: ReadonlySet<string> = new Set(['remove', 'positions', 'faces']);

interface Change {
  readonly body: Body;
  readonly sequence: number;
}

/** A session of this thread. */
export class SessionAnswerer implements Answerer {
  readonly session: Session;
  readonly #onChange: OnChange;
  /** Changes so far; and the one that is being made. */
  #sequence = 0;
  #turn: Promise<unknown> = Promise.resolve();

  /** @param onChange of a joined session. */
  constructor(options: SessionOptions, onChange: OnChange = () => {}) {
    this.session = new Session({
      ...options,
      onCut: (name, body) => void this.#changed(-1, 'cut', { cuttable: name }, body),
    });
    this.#onChange = onChange;
  }

  get holder(): this {
    return this;
  }

  get bytes(): number {
    return this.session.bytes;
  }

  async ask(question: Question, emit: EmitPacked, signal: AbortSignal): Promise<Packed> {
    const { id, type, members, isStream, asLists, by } = question;
    let seq = 0;
    const head = { id, type, ok: true };
    // The bone is as it was when a report was asked for: of a path, when the one before it had been taken.
    let known = this.#sequence;
    const sequence = () => (by === undefined ? {} : { sequence: known });
    const emitted = async (body: Body) => {
      await emit(pack({ ...head, ...sequence(), seq: seq++ }, body, asLists));
      known = this.#sequence;
    };
    const ask = (made?: Made) => this.session.ask(type, members, emitted, signal, made);
    let last: Body;
    if (by !== undefined && CHANGES.has(type)) {
      const change = await this.#change(by, question, ask);
      last = change.body;
      known = change.sequence;
    } else last = await ask();
    return pack({ ...head, ...sequence(), ...(isStream && { seq, done: true }) }, last, asLists);
  }

  /** Changes are made one after the other, and numbered when they are. */
  #change(by: number, { type, members }: Question, ask: (made: Made) => Promise<Body>): Promise<Change> {
    const made = this.#turn.then(async () => {
      let sequence = 0;
      const note = (body: Body) => {
        if (sequence === 0) sequence = this.#changed(by, type, members, body);
      };
      const before = this.session.changes;
      try {
        const body = await ask(note);
        note(body);
        return { body, sequence };
      } catch (error) {
        // A loop whose end fails is gone all the same.
        if (this.session.changes !== before) note({});
        throw error;
      }
    });
    this.#turn = made.catch(() => {});
    return made;
  }

  /** @returns its number. */
  #changed(by: number, change: string, members: Body, body: Body): number {
    this.#sequence++;
    const names = Object.entries(members).filter(([name]) => SENT.has(name) || (change === 'edit' && EDIT.has(name)));
    this.#onChange(by, { sequence: this.#sequence, change, ...Object.fromEntries(names), ...body });
    return this.#sequence;
  }

  atOnce(): null {
    return null;
  }

  close(): Promise<void> {
    return this.session.close();
  }
}
