// An address → a connection to the OpenIGTLink server there, reopened whenever it is lost, after growing waits.

import { connect, type Socket } from 'node:net';
import { KerfError } from '#core';
import type { LinkLimits } from './link-limits.ts';
import { IgtlPeer, type Outgoing, type PeerEvents } from './peer.ts';

export interface ClientEvents extends PeerEvents {
  connected(peer: IgtlPeer): void;
  /** An attempt that failed. */
  failed(reason: KerfError): void;
}

export interface Address {
  readonly host: string;
  readonly port: number;
}

export class IgtlClient {
  readonly #address: Address;
  readonly #events: ClientEvents;
  readonly #limits: LinkLimits;
  #peer: IgtlPeer | null = null;
  #attempt: Socket | null = null;
  #wait: number;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  #whenGone: (() => void) | null = null;

  /** Begins with the first attempt. */
  constructor(address: Address, events: ClientEvents, limits: LinkLimits) {
    this.#address = address;
    this.#events = events;
    this.#limits = limits;
    this.#wait = limits.firstWait;
    this.#try();
  }

  /** Offers the newest answer to the server, unless that is the excepted peer or there is no connection. */
  offer(messages: readonly Outgoing[], except: IgtlPeer | null = null): void {
    if (this.#peer !== except) this.#peer?.offer(messages);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#attempt?.destroy();
    if (this.#peer === null) return;
    const gone = new Promise<void>((resolve) => {
      this.#whenGone = resolve;
    });
    this.#peer.close(null);
    await gone;
  }

  #try(): void {
    const socket = connect(this.#address);
    this.#attempt = socket;
    const failed = (cause: NodeJS.ErrnoException) => {
      const { host, port } = this.#address;
      this.#attempt = null;
      this.#events.failed(
        new KerfError(
          'NO_CONNECTION',
          `There is no connection to ${host}:${port} (${cause.code ?? cause.message}); start the OpenIGTLink server there, it is tried again.`,
          { cause },
        ),
      );
      this.#later();
    };
    socket.once('error', failed);
    socket.once('connect', () => {
      socket.off('error', failed);
      this.#attempt = null;
      this.#begin(socket);
    });
  }

  #begin(socket: Socket): void {
    const peer = new IgtlPeer(
      socket,
      {
        message: (message) => {
          // A server that accepts connections and drops them at once does not count as present.
          this.#wait = this.#limits.firstWait;
          this.#events.message(message, peer);
        },
        refused: (error, _, frame) => this.#events.refused(error, peer, frame),
        status: this.#events.status,
        ended: (reason) => {
          this.#peer = null;
          this.#events.ended(reason, peer);
          this.#whenGone?.();
          this.#later();
        },
      },
      this.#limits,
    );
    this.#peer = peer;
    this.#events.connected(peer);
  }

  #later(): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => this.#try(), this.#wait);
    this.#wait = Math.min(2 * this.#wait, this.#limits.longestWait);
  }
}
