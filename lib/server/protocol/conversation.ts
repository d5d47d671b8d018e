// Messages of one client → its session's answers: hello, ids, cancel, and what it may ask. It knows nothing of sockets:
// a transport passes it texts and frames, and sends its output.

import { KerfError } from '#core';
import { AnswerQueue, type Asked } from './answer-queue.ts';
import type { Answerer } from './answerer.ts';
import { type Body, checkRequest, shapeOf } from './check-request.ts';
import { helloAnswer } from './hello.ts';
import type { JoinedSessions, MakeAnswerer } from './joined-sessions.ts';
import type { Limits } from './limits.ts';
import type { LongTexts } from './long-texts.ts';
import {
  badFrame,
  type Head,
  headOf,
  helloFirst,
  isOutOfStep,
  mergedMembers,
  noText,
  parseMessage,
  tooLong,
} from './message-head.ts';
import { Outbox, type Wire } from './outbox.ts';
import { RateBound } from './rate-bound.ts';
import type { Answered } from './watch.ts';
import { type Announced, announced, arraysIn } from './wire-format.ts';

export interface ConversationOptions {
  readonly limits: Limits;
  /** The folder below which load takes paths; null: none. */
  readonly files: string | null;
  /** Version of kerf. */
  readonly version: string;
  /** Whether a text is the token; null: none is required, or it has been shown already. */
  readonly isToken: ((text: string) => boolean) | null;
  /** Makes what answers. */
  readonly answerer: MakeAnswerer;
  /** Sessions that clients may join; null: this one is alone. */
  readonly joined: JoinedSessions | null;
  /** Takes a line about this client for whoever runs the server. */
  readonly tell: (line: string) => void;
  /** Takes unexpected errors. */
  readonly fail: (error: unknown) => void;
  /** Is called after each answer. */
  readonly answered?: (answer: Answered) => void;
}

/** Codes with which a connection ends. */
const POLICY = 1008;
const TRY_AGAIN = 1013;

export class Conversation {
  /** Before hello it is never asked. */
  #answerer: Answerer | null = null;
  readonly #wire: Wire;
  readonly #options: ConversationOptions;
  readonly #rate: RateBound;
  readonly #outbox: Outbox;
  readonly #queue: AnswerQueue;
  /** The frame due next, and its request; null: that of a refused message, which is skipped. */
  #frame: { readonly asked: Asked | null; readonly binary: Announced } | null = null;
  /** A long text that is being read, and what came after it; null: none is. */
  #later: (() => unknown)[] | null = null;
  #hearing: Promise<void> = Promise.resolve();
  readonly #gone = new AbortController();
  #isGreeted = false;
  #isOver = false;
  /** What the client calls itself. */
  name = '';

  constructor(wire: Wire, options: ConversationOptions) {
    const { limits, fail, answered } = options;
    this.#wire = wire;
    this.#options = options;
    this.#rate = new RateBound(limits.maxRate);
    this.#outbox = new Outbox(wire, limits, (bytes) => this.#dropSlow(bytes), fail, answered);
    this.#queue = new AnswerQueue(() => this.#answers(), this.#outbox, limits);
  }

  /** What has its meshes, detectors and so on: the same for the clients of a joined session. null before hello. */
  get holder(): Answerer | null {
    return this.#answerer?.holder ?? null;
  }

  get isGreeted(): boolean {
    return this.#isGreeted;
  }

  /** Bytes of the frame that must come next; undefined if a text must. */
  get awaits(): number | undefined {
    return this.#frame?.binary.bytes;
  }

  /** Resolves once little is ahead of the client, so that it may send more. */
  async untilTaken(): Promise<void> {
    while (!this.#isOver && (this.#outbox.isFull || this.#queue.isLong))
      await (this.#outbox.isFull ? this.#outbox.less() : this.#queue.next());
  }

  /** A text message. @returns false if the start of the next one is unknown, except on a transport with frames. */
  text(message: string): boolean {
    if (this.#isOver) return true;
    if (this.#later === null) return this.#hearText(message);
    this.#later.push(() => this.#hearText(message));
    return true;
  }

  #hearText(message: string): boolean {
    const missed = this.#frame?.asked;
    this.#frame = null;
    if (missed) this.#outbox.refuse(missed.id, missed.type, badFrame('a text came in its place'));
    let head: Head = { id: null, type: undefined };
    try {
      const parsed = parseMessage(message);
      head = headOf(parsed);
      this.#hear(head, parsed, message.length);
      return true;
    } catch (error) {
      this.#outbox.refuse(head.id, head.type, error);
      return !isOutOfStep(error);
    }
  }

  /** A long text, read by another thread: what comes meanwhile waits for it. @param bytes UTF-8. */
  longText(bytes: Uint8Array, texts: LongTexts): Promise<void> {
    const hear = () => this.#hearLong(bytes, texts);
    if (this.#later !== null) this.#later.push(hear);
    else {
      this.#later = [hear];
      this.#hearing = this.#hearLater(this.#later);
    }
    return this.#hearing;
  }

  /** A text longer than a message may be. */
  tooLong(): void {
    this.#outbox.refuse(null, undefined, tooLong(this.#options.limits.maxMessage));
  }

  /** A text whose bytes are not UTF-8. */
  noText(): void {
    this.#outbox.refuse(null, undefined, noText());
  }

  /** A binary frame. */
  frame(bytes: Uint8Array): void {
    if (this.#isOver) return;
    if (this.#later === null) this.#hearFrame(bytes);
    else this.#later.push(() => this.#hearFrame(bytes));
  }

  #hearFrame(bytes: Uint8Array): void {
    const { asked = null, binary = null } = this.#frame ?? {};
    this.#frame = null;
    if (binary === null) {
      this.#outbox.refuse(null, undefined, badFrame('no message has announced it'));
      return;
    }
    if (asked === null) return;
    try {
      if (bytes.length !== binary.bytes)
        throw badFrame(`it has ${bytes.length} bytes, and ${binary.bytes} were announced`);
      const members = mergedMembers(asked.members, arraysIn(bytes, binary));
      this.#take({ ...asked, members, bytes: asked.bytes + bytes.length });
    } catch (error) {
      this.#outbox.refuse(asked.id, asked.type, error);
    }
  }

  /** Resolves when every request is answered and taken. */
  async settled(): Promise<void> {
    await this.#hearing;
    await this.#queue.settled();
    await this.#outbox.empty();
  }

  /** The client is gone, or must go: gives up what is under way, and frees what it had. */
  async close(): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#gone.abort();
    this.#queue.close();
    this.#outbox.end();
    await this.#answerer?.close();
  }

  async #hearLater(waiting: (() => unknown)[]): Promise<void> {
    for (let hear = waiting.shift(); hear !== undefined && !this.#isOver; hear = waiting.shift()) await hear();
    this.#later = null;
  }

  async #hearLong(bytes: Uint8Array, texts: LongTexts): Promise<void> {
    const missed = this.#frame?.asked;
    this.#frame = null;
    if (missed) this.#outbox.refuse(missed.id, missed.type, badFrame('a text came in its place'));
    let head: Head = { id: null, type: undefined };
    try {
      // Whoever has not shown a token yet is not read for a second.
      if (!this.#isGreeted) throw helloFirst('a long message');
      const read = await texts.read(bytes, this.#gone.signal);
      head = read.head;
      if (read.message instanceof KerfError) throw read.message;
      if (!this.#isOver) this.#hear(head, read.message, bytes.length);
    } catch (error) {
      // A client that has left is not read any more, and that is no failure.
      if (!this.#isOver) this.#outbox.refuse(head.id, head.type, error);
    }
  }

  /** Routes what came, or refuses it. @throws KerfError. */
  #hear(head: Head, parsed: Body, length: number): void {
    const { id: _id, type: _type, binary: described, ...members } = parsed;
    const binary = described === undefined ? null : announced(described, this.#options.limits.maxMessage);
    const refusal = this.#refusal(head) ?? binary?.fault ?? null;
    if (refusal !== null) this.#outbox.refuse(head.id, head.type, refusal);
    const { id, type } = head as { readonly id: number; readonly type: string };
    const asked = refusal === null ? { id, type, members, bytes: length, since: performance.now() } : null;
    if (binary !== null) this.#frame = { asked, binary };
    else if (asked !== null) this.#take(asked);
  }

  #refusal({ id, type }: Head): KerfError | null {
    const { maxRate } = this.#options.limits;
    if (!this.#rate.take())
      return new KerfError('TOO_FAST', `More than ${maxRate} messages a second have come; send fewer.`);
    if (id === null || type === undefined)
      return new KerfError('BAD_MESSAGE', 'A message has an id, a whole number from 0, and a type, a text; give both.');
    if (this.#queue.has(id))
      return new KerfError(
        'DUPLICATE_ID',
        `The request ${id} is not answered yet; give each request an id of its own.`,
      );
    return null;
  }

  /** @throws KerfError. */
  #take(asked: Asked): void {
    const { id, type, members, since } = asked;
    shapeOf(type);
    if (type === 'hello') this.#greet(asked);
    else if (!this.#isGreeted) throw helloFirst(`the request ${type}`);
    else if (type === 'cancel') {
      const { request } = checkRequest(type, members);
      this.#outbox.answer({ id, type, ok: true }, { cancelled: this.#queue.cancel(request as number) }, since);
    } else this.#queue.add(asked);
  }

  /** A wrong token ends the connection. @throws KerfError WRONG_VERSION, ALREADY_GREETED. */
  #greet({ id, type, members, since }: Asked): void {
    if (this.#isGreeted) throw new KerfError('ALREADY_GREETED', 'hello was said already; go on with other requests.');
    const { isToken, limits, version, files } = this.#options;
    const { version: spoken, token, client = '', arrays, join, view = false } = checkRequest(type, members);
    const answer = helloAnswer(spoken as number, { limits, version, files });
    if (isToken !== null && !(typeof token === 'string' && isToken(token))) {
      const error = new KerfError('WRONG_TOKEN', 'The token is not that of this server; say what --token was given.');
      this.#outbox.refuse(id, type, error, {}, since);
      this.#drop(POLICY, 'wrong token');
      return;
    }
    this.#outbox.asLists = arrays === 'lists';
    this.name = client as string;
    const joined = this.#begin(join as string | undefined, view as boolean);
    this.#isGreeted = true;
    this.#outbox.answer({ id, type, ok: true }, { ...answer, ...joined }, since);
  }

  /** @returns what hello's answer says of a joined session. @throws KerfError NO_JOINING, BAD_MEMBER. */
  #begin(join: string | undefined, isViewer: boolean): Body {
    const { limits, files, answerer, joined } = this.#options;
    if (join === undefined) {
      if (isViewer)
        throw new KerfError('BAD_MEMBER', 'The request hello has view and no join; name the session to look at.');
      this.#answerer = answerer({ limits, files });
      return {};
    }
    if (joined === null)
      throw new KerfError('NO_JOINING', 'A session on standard input is for one client; connect by WebSocket to join.');
    const onChange = (change: Body) => this.#outbox.announce({ id: null, type: 'changed', ok: true }, change);
    const member = joined.join(join, { limits, files }, { client: this.name, isViewer, onChange });
    this.#answerer = member;
    return { members: member.count };
  }

  #answers(): Answerer {
    if (this.#answerer === null) throw new Error('a request was asked before hello');
    return this.#answerer;
  }

  #dropSlow(ahead: number): void {
    const [held, most] = [ahead, this.#options.limits.maxUnsent].map((bytes) => (bytes / 2 ** 20).toFixed(1));
    this.#options.tell(`is dropped: it reads too slowly, and ${held} MiB wait for it, expected at most ${most}.`);
    this.#drop(TRY_AGAIN, 'too slow a reader');
  }

  #drop(code: number, reason: string): void {
    if (this.#isOver) return;
    this.#wire.end(code, reason);
    this.close().catch(this.#options.fail);
  }
}
