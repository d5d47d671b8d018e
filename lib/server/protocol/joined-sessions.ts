// Clients that join a session by its name → one session of them all: what one changes, the others are sent.
//
//   Anna ──cut──▶ ┐                          ┌──▶ Anna   the answer, sequence 7
//                 ├─▶ the session's thread ──┤
//   Ben ──report▶ ┘   one change at a time   └──▶ Ben    "changed": that cut, sequence 7; his report, sequence 6 or 7
//
// Changes are numbered in the order in which they are made, and every answer says the last one that it knows of: the
// answers of all clients are those of one client who asks in that order. Who comes later asks what is held.

import { KerfError } from '#core';
import type { Answerer, AnswererOptions, EmitPacked, OnChange, Question } from './answerer.ts';
import type { Body } from './check-request.ts';
import { CHANGES, HANDS } from './requests.ts';
import type { Packed } from './wire-format.ts';

/** One client of a joined session. */
export interface Joining {
  /** What it calls itself; '' if nothing. */
  readonly client: string;
  /** Whether it may only look. */
  readonly isViewer: boolean;
  /** Takes the changes of others. */
  readonly onChange: (change: Body) => void;
}

export type MakeAnswerer = (options: AnswererOptions, onChange?: OnChange) => Answerer;

interface Joined {
  readonly answerer: Answerer;
  readonly members: Map<number, Joining>;
}

export class JoinedSessions {
  readonly #make: MakeAnswerer;
  readonly #sessions = new Map<string, Joined>();
  #clients = 0;

  constructor(make: MakeAnswerer) {
    this.#make = make;
  }

  /** @returns what answers this client; the session ends with its last one. */
  join(name: string, options: AnswererOptions, joining: Joining): Member {
    const joined = this.#sessions.get(name) ?? this.#begin(name, options);
    const number = ++this.#clients;
    announce(joined, { change: 'joined', by: joining.client });
    joined.members.set(number, joining);
    const leave = async () => {
      joined.members.delete(number);
      announce(joined, { change: 'left', by: joining.client });
      if (joined.members.size > 0) return;
      this.#sessions.delete(name);
      await joined.answerer.close();
    };
    return new Member(joined.answerer, number, joining.isViewer, () => joined.members.size, leave);
  }

  #begin(name: string, options: AnswererOptions): Joined {
    const members = new Map<number, Joining>();
    const answerer = this.#make(options, (by, change) => {
      const client = members.get(by)?.client ?? '';
      for (const [number, { onChange }] of members) if (number !== by) onChange({ ...change, by: client });
    });
    const joined = { answerer, members };
    this.#sessions.set(name, joined);
    return joined;
  }
}

function announce({ members }: Joined, change: Body): void {
  for (const { onChange } of members.values()) onChange(change);
}

/** A joined session, as one of its clients has it. */
export class Member implements Answerer {
  readonly holder: Answerer;
  readonly #number: number;
  readonly #isViewer: boolean;
  readonly #count: () => number;
  readonly #leave: () => Promise<void>;
  #left: Promise<void> | null = null;

  constructor(answerer: Answerer, number: number, isViewer: boolean, count: () => number, leave: () => Promise<void>) {
    this.holder = answerer;
    this.#number = number;
    this.#isViewer = isViewer;
    this.#count = count;
    this.#leave = leave;
  }

  /** Clients of the session. */
  get count(): number {
    return this.#count();
  }

  get bytes(): number {
    return this.holder.bytes;
  }

  async ask(question: Question, emit: EmitPacked, signal: AbortSignal): Promise<Packed> {
    this.#check(question.type);
    return this.holder.ask({ ...question, by: this.#number }, emit, signal);
  }

  atOnce(type: string, members: Body): Body | null {
    this.#check(type);
    return this.holder.atOnce(type, members);
  }

  close(): Promise<void> {
    this.#left ??= this.#leave();
    return this.#left;
  }

  /** @throws KerfError VIEWER. */
  #check(type: string): void {
    const isChange = CHANGES.has(type) || (HANDS.has(type) && type !== 'haptic-snapshot');
    if (!this.#isViewer || !isChange) return;
    throw new KerfError(
      'VIEWER',
      `The request ${type} changes the session, which this client joined to look at; leave view out of its hello.`,
    );
  }
}
