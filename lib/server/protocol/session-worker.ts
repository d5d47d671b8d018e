// A session in a thread of its own: requests of one client → answers, packed. What it computes is stopped by a word of
// shared memory, which is looked at wherever a computation may take long (lib/base/core/stopping.ts).

import { AsyncLocalStorage } from 'node:async_hooks';
import { KerfError, lookBy } from '#core';
import { handParts } from '#haptics';
import { listen, type Port, toFailure } from '#workers';
import { SessionAnswerer } from './answerer.ts';
import type { OnLoop } from './holdings.ts';
import type { SharedShelf } from './mesh-shelf.ts';
import { cancelled } from './message-head.ts';
import type { AskSession, BeginSession, SessionMessage, SessionReply } from './session-messages.ts';
import type { SharedIndex, SharedMesh } from './shared-meshes.ts';
import type { Packed } from './wire-format.ts';

/** Letters from which a text is made bytes here: the thread that sends it would take longer over it than over bytes. */
const LONG = 2 ** 16;
const UTF_8 = new TextEncoder();

interface UnderWay {
  readonly abort: AbortController;
  /** Resolves what waits for a stream's answer to be taken. */
  taken: () => void;
  /** Of its word, which is another request's once it has been answered. */
  readonly slot: number;
  isOpen: boolean;
}

/** The request that the running code computes for. */
const asking = new AsyncLocalStorage<UnderWay>();
const open = new Map<number, UnderWay>();
const running = new Set<Promise<void>>();
let session: SessionAnswerer | null = null;
/** Questions about shared meshes, and what waits for their answers. */
let questions = 0;
const waiting = new Map<number, (value: unknown) => void>();

function say(port: Port, reply: SessionReply, transfer: ArrayBuffer[] = []): void {
  port.postMessage(reply, transfer);
}

function begin(port: Port, { begin: options, stops }: BeginSession): void {
  const words = new Int32Array(stops);
  lookBy(() => {
    const one = asking.getStore();
    // A loop's cuts run where it was started: that request is no longer open.
    if (one?.isOpen && Atomics.load(words, one.slot) === 1) throw cancelled();
  });
  const onLoop: OnLoop = (name, loop) => say(port, { loop: name, hand: loop === null ? null : handParts(loop) });
  session = new SessionAnswerer({ ...options, onLoop, shared: shelfBeyond(port) }, (by, changed) =>
    say(port, { changed, by }),
  );
}

/** Shared meshes, which the process's thread keeps. */
function shelfBeyond(port: Port): SharedShelf {
  function found<T>(question: (number: number) => SessionReply): Promise<T | null> {
    const number = questions++;
    say(port, question(number));
    return new Promise((done) => waiting.set(number, done as (value: unknown) => void));
  }
  return {
    take: (takes) => found<SharedMesh>((question) => ({ takes, question })),
    keep: (keeps, mesh) => say(port, { keeps, mesh }),
    release: (releases) => say(port, { releases }),
    indexOf: (indexOf) => found<SharedIndex>((question) => ({ indexOf, question })),
    keepIndex: (keepsIndex, index) => say(port, { keepsIndex, index }),
  };
}

/** Numbers of an answer go with the message. */
function answered(port: Port, to: number, packed: Packed, last: boolean): void {
  const { text, frame } = packed;
  const bytes = typeof text === 'string' && text.length > LONG ? UTF_8.encode(text) : text;
  const moved = [bytes, frame].flatMap((part) => (part instanceof Uint8Array ? [part.buffer as ArrayBuffer] : []));
  say(port, { to, answer: { text: bytes, frame }, last, bytes: session?.bytes ?? 0 }, moved);
}

async function ask(port: Port, message: AskSession): Promise<void> {
  const { ask: ticket, slot, question } = message;
  const mine: UnderWay = { abort: new AbortController(), taken: () => {}, slot, isOpen: true };
  open.set(ticket, mine);
  const emit = async (packed: Packed) => {
    mine.abort.signal.throwIfAborted();
    const taken = new Promise<void>((done) => {
      mine.taken = done;
    });
    answered(port, ticket, packed, false);
    await taken;
    mine.abort.signal.throwIfAborted();
  };
  try {
    if (session === null) throw new Error('the session has not begun');
    const asked = session;
    const last = await asking.run(mine, () => asked.ask(question, emit, mine.abort.signal));
    mine.isOpen = false;
    answered(port, ticket, last, true);
  } catch (error) {
    const isKnown = error instanceof KerfError;
    mine.isOpen = false;
    say(port, { to: ticket, failure: toFailure(error), isKnown, bytes: session?.bytes ?? 0 });
  } finally {
    open.delete(ticket);
  }
}

/** A thread that ends while it waits for a GPU would end the process: what is under way is awaited. */
async function close(): Promise<void> {
  await session?.close();
  await Promise.allSettled(running);
}

await listen((port, message: SessionMessage) => {
  if ('begin' in message) begin(port, message);
  else if ('ask' in message) {
    const asked = ask(port, message).finally(() => running.delete(asked));
    running.add(asked);
  } else if ('found' in message) {
    waiting.get(message.found)?.(message.value);
    waiting.delete(message.found);
  } else if ('taken' in message) open.get(message.taken)?.taken();
  else if ('stop' in message) {
    const one = open.get(message.stop);
    one?.abort.abort(cancelled());
    one?.taken();
  } else void close().finally(() => say(port, { closed: true }));
});
