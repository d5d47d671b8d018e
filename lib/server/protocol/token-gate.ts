// The token that a client shows → whether it is the server's. A wrong one is reported, and its answer held back.
//
// The right token is never held back, so that one program with a wrong one does not lock out the others behind its
// address. This also means that whoever opens many connections at once learns from the speed of an answer whether it
// guessed right. The waits are for programs that try one token after another; a token must be too long to be guessed.

import type { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { tokenTest } from './token.ts';
import type { Watch } from './watch.ts';
import { WrongTokens } from './wrong-tokens.ts';

/** Answers held back at once; further ones are given at once, so that they do not use up the connections. */
const HELD = 128;

interface Peer {
  readonly address: string;
  /** Address and port. */
  readonly from: string;
}

export function peerOf({ socket: { remoteAddress: address = '', remotePort } }: IncomingMessage): Peer {
  return { address, from: `${address.includes(':') ? `[${address}]` : address}:${remotePort}` };
}

export class TokenGate {
  readonly #isToken: ((text: string) => boolean) | null;
  readonly #watch: Pick<Watch, 'wrongToken'>;
  readonly #wrong: Pick<WrongTokens, 'add'>;
  readonly #held = new Set<() => void>();
  #isOver = false;

  /** @param token null: none is required. */
  constructor(
    token: string | null,
    watch: Pick<Watch, 'wrongToken'>,
    wrong: Pick<WrongTokens, 'add'> = new WrongTokens(),
  ) {
    this.#isToken = token === null ? null : tokenTest(token);
    this.#watch = watch;
    this.#wrong = wrong;
  }

  /** Whether no token is required. */
  get isOpen(): boolean {
    return this.#isToken === null;
  }

  /** Of a header `Authorization: Bearer TOKEN`; undefined if there is none. */
  bearer(authorization: string | undefined): string | undefined {
    return /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  }

  /** @returns null if the token is right or none is required; else by how long the answer must be held back, ms. */
  delay(token: string, { address, from }: Peer): number | null {
    if (this.#isToken === null || this.#isToken(token)) return null;
    const { count, wait } = this.#wrong.add(address);
    this.#watch.wrongToken(from, count, wait);
    return wait;
  }

  /** Calls `then` after this time, or earlier if too many wait or the server ends; not once `connection` is closed. */
  hold(connection: EventEmitter, ms: number, then: () => void): void {
    if (this.#isOver || this.#held.size >= HELD) {
      then();
      return;
    }
    const forget = () => {
      clearTimeout(timer);
      this.#held.delete(release);
      connection.off('close', forget);
    };
    const release = () => {
      forget();
      then();
    };
    const timer = setTimeout(release, ms);
    this.#held.add(release);
    connection.once('close', forget);
  }

  /** Gives all answers that are held back, and holds back no more. */
  close(): void {
    this.#isOver = true;
    for (const release of [...this.#held]) release();
  }
}
