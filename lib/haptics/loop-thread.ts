// A thread of a haptic loop → its answers, one by one, and its news.

import { KerfError } from '../core/index.ts';
import { fromFailure, type Thread } from '../workers/index.ts';
import type { DeviceRefusal } from './haptic-device.ts';
import type { HapticMessage, HapticReply } from './haptic-worker.ts';

export class LoopThread {
  /** Called with what nobody asked for: where memory is not shared. */
  onNews: (news: HapticReply) => void = () => {};
  /** Why its device gives no pose, as it said last; null: nothing is wrong. */
  refusal: DeviceRefusal | null = null;
  readonly #thread: Thread;
  readonly #waiting: { resolve: (reply: HapticReply) => void; reject: (reason: unknown) => void }[] = [];
  #isDead = false;

  constructor(thread: Thread) {
    this.#thread = thread;
    thread.onMessage = (reply: HapticReply) => {
      if (reply.says === 'told' || reply.says === 'made') {
        this.onNews(reply);
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
    thread.onDeath = () => {
      this.#isDead = true;
      for (const { reject } of this.#waiting.splice(0)) reject(died());
    };
  }

  post(message: HapticMessage): void {
    this.#thread.post(message);
  }

  ask(message: HapticMessage): Promise<HapticReply> {
    this.#thread.post(message);
    return this.hear();
  }

  /** The next answer. @throws KerfError WORKER_DIED; what the thread refused with. */
  hear(): Promise<HapticReply> {
    return new Promise((resolve, reject) => {
      if (this.#isDead) reject(died());
      else this.#waiting.push({ resolve, reject });
    });
  }

  end(): void {
    this.#isDead = true;
    this.#thread.end();
  }
}

function died(): KerfError {
  return new KerfError('WORKER_DIED', 'A thread of the haptic loop has ended; start another loop.');
}
