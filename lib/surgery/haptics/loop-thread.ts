// A thread of a haptic loop → its answers to messages, one by one, and the messages that it sends unprompted.

import type { BoneSnapshot } from '#bodies';
import { KerfError } from '#core';
import { fromFailure, type StartThread, type Thread } from '#workers';
import type { DeviceRefusal } from './haptic-device.ts';
import type { HapticMessage, HapticReply } from './haptic-worker.ts';

export class LoopThread {
  /** Called with messages that the thread sends unprompted, which it does only if memory is not shared. */
  onNews: (news: HapticReply) => void = () => {};
  /** Called when the models' bone must be rebuilt: see LoopBone. */
  onGrown: (snapshot: BoneSnapshot) => void = () => {};
  /** Why its device gives no pose, as last reported by the thread; null if nothing is wrong. */
  refusal: DeviceRefusal | null = null;
  readonly #thread: Thread;
  readonly #waiting: { resolve: (reply: HapticReply) => void; reject: (reason: unknown) => void }[] = [];
  /** Why the thread has ended; null while it runs. */
  #death: KerfError | null = null;
  #hasSpoken = false;

  /** @param file the worker's address, as for a Node thread. @throws KerfError NO_WORKER. */
  constructor(start: StartThread, file: () => URL) {
    this.#thread = started(start, file);
    this.#thread.onMessage = (reply: HapticReply) => {
      this.#hasSpoken = true;
      if (reply.says === 'told' || reply.says === 'made') {
        this.onNews(reply);
        return;
      }
      if (reply.says === 'grown') {
        this.onGrown(reply.snapshot);
        return;
      }
      if (reply.says === 'device') {
        this.refusal = reply.refusal;
        return;
      }
      const waiting = this.#waiting.shift();
      if (reply.says === 'refused') waiting?.reject(fromFailure(reply.failure));
      else waiting?.resolve(reply);
    };
    this.#thread.onDeath = (reason) => {
      this.#death = this.#hasSpoken ? died(reason) : notStarted(reason, file);
      for (const { reject } of this.#waiting.splice(0)) reject(this.#death);
    };
  }

  post(message: HapticMessage): void {
    this.#thread.post(message);
  }

  ask(message: HapticMessage): Promise<HapticReply> {
    this.#thread.post(message);
    return this.hear();
  }

  /** The next answer. @throws KerfError NO_WORKER, WORKER_DIED; the error with which the thread refused. */
  hear(): Promise<HapticReply> {
    return new Promise((resolve, reject) => {
      if (this.#death !== null) reject(this.#death);
      else this.#waiting.push({ resolve, reject });
    });
  }

  end(): void {
    this.#death ??= died('it was stopped');
    this.#thread.end();
  }
}

function started(start: StartThread, file: () => URL): Thread {
  try {
    return start();
  } catch (cause) {
    throw notStarted(cause instanceof Error ? cause.message : String(cause), file);
  }
}

const inBrackets = (reason: string): string => (reason === '' ? '' : ` (${reason})`);

function died(reason: string): KerfError {
  return new KerfError(
    'WORKER_DIED',
    `A thread of the haptic loop has ended${inBrackets(reason)}; start another loop.`,
  );
}

/** The error of a thread that ended before its first message: usually its file is missing. */
function notStarted(reason: string, file: () => URL): KerfError {
  const what = `A thread of the haptic loop did not start${inBrackets(reason)}`;
  let address: string;
  try {
    address = file().href;
  } catch {
    return new KerfError(
      'NO_WORKER',
      `${what}: it needs the file haptic-worker.js of the package kerf beside the bundle, and a script that is no ES ` +
        "module cannot tell where it is; bundle to an ES module, and copy the file from kerf's folder dist beside it.",
    );
  }
  return new KerfError(
    'NO_WORKER',
    `${what}: the file haptic-worker.js of the package kerf is looked for at ${address}, or where a bundler has put ` +
      "it; copy it there from kerf's folder dist.",
  );
}
