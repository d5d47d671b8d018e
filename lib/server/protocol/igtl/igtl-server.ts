// A port → clients of OpenIGTLink that connect to it.

import { createServer, type Server, type Socket } from 'node:net';
import { KerfError } from '#core';
import { listening } from '../listening.ts';
import type { LinkLimits } from './link-limits.ts';
import { IgtlPeer, type Outgoing, type PeerEvents } from './peer.ts';

export interface ServerEvents extends PeerEvents {
  connected(peer: IgtlPeer): void;
}

/** Connections that may be open beyond the clients while being refused; further ones are dropped without a message. */
const WAITING_ROOM = 256;

export class IgtlServer {
  readonly #server: Server;
  readonly #events: ServerEvents;
  readonly #limits: LinkLimits;
  readonly #peers = new Set<IgtlPeer>();

  private constructor(events: ServerEvents, limits: LinkLimits) {
    this.#events = events;
    this.#limits = limits;
    this.#server = createServer((socket) => this.#welcome(socket));
    this.#server.maxConnections = limits.maxClients + WAITING_ROOM;
  }

  /**
   * Listens on this machine only: OpenIGTLink has no password.
   * @param port 0: any free one. @throws KerfError CANNOT_LISTEN (as a rejection).
   */
  static async listen(port: number, events: ServerEvents, limits: LinkLimits): Promise<IgtlServer> {
    const made = new IgtlServer(events, limits);
    await listening(made.#server, '127.0.0.1', port, 'choose another port for --igtl');
    return made;
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  get clients(): number {
    return this.#peers.size;
  }

  /** Offers the newest answer to all clients but one. */
  offer(messages: readonly Outgoing[], except: IgtlPeer | null = null): void {
    for (const peer of this.#peers) if (peer !== except) peer.offer(messages);
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const peer of this.#peers) peer.close(null);
    await closed;
  }

  #welcome(socket: Socket): void {
    const peer = new IgtlPeer(
      socket,
      {
        message: (message) => this.#events.message(message, peer),
        refused: (error, _, frame) => this.#events.refused(error, peer, frame),
        status: this.#events.status,
        ended: (reason) => {
          this.#peers.delete(peer);
          this.#events.ended(reason, peer);
        },
      },
      this.#limits,
    );
    const { maxClients } = this.#limits;
    if (this.#peers.size < maxClients) {
      this.#peers.add(peer);
      this.#events.connected(peer);
    } else
      peer.close(
        new KerfError(
          'TOO_MANY_CLIENTS',
          `${peer.name} is client number ${this.#peers.size + 1}, at most ${maxClients} are served; close another one first.`,
        ),
      );
  }
}
