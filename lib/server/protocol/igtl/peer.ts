// A TCP connection to another program ↔ OpenIGTLink messages, with a bound on all that waits for either side. It
// behaves the same whichever side opened it.

import type { Socket } from 'node:net';
import { FormatError, KerfError } from '#core';
import {
  encodeMessage,
  encodeStatus,
  FrameReader,
  type HeaderVersion,
  type IgtlMessage,
  type IgtlStatus,
  type RefusedFrame,
  STATUS,
} from '#igtl';
import { waitFor } from '../patience.ts';
import type { LinkLimits } from './link-limits.ts';
import { statusOf } from './status-of.ts';

/** A message to a peer, before the version that the peer reads is known. */
export type Outgoing = Pick<IgtlMessage, 'type' | 'device' | 'content' | 'timestamp' | 'messageId'>;

export interface PeerEvents {
  message(message: IgtlMessage, peer: IgtlPeer): void;
  /** A message that could not be read; the connection goes on. */
  refused(error: FormatError, peer: IgtlPeer, frame: RefusedFrame): void;
  /** Called once. null: one of the two sides has closed it normally. */
  ended(reason: KerfError | null, peer: IgtlPeer): void;
  /** The status to send to a quiet peer; if left out, that all is well. */
  status?(): IgtlStatus;
}

/** The device name of kerf's messages about itself. */
export const KERF_DEVICE = 'Kerf';

export class IgtlPeer {
  /** Address and port. */
  readonly name: string;
  /** Answers not sent because a newer one came while the peer was still taking in an older one. */
  skipped = 0;
  readonly #socket: Socket;
  readonly #events: PeerEvents;
  readonly #limits: LinkLimits;
  readonly #reader: FrameReader;
  readonly #beat: NodeJS.Timeout;
  /** Version of the peer's last message: what it writes, it reads. */
  #version: HeaderVersion = 1;
  #isQuiet = true;
  #isClosing = false;
  #reason: KerfError | null = null;
  #newest: readonly Outgoing[] | null = null;
  /** Bytes of the answer under way: one may be larger than all that may wait. */
  #answerBytes = 0;
  /** Ends the wait for the peer to take in what waits for it. */
  #taken: (() => void) | null = null;
  /** Ends the wait for the peer to close its side. */
  #gone: (() => void) | null = null;

  constructor(socket: Socket, events: PeerEvents, limits: LinkLimits) {
    this.#socket = socket;
    this.#events = events;
    this.#limits = limits;
    this.#reader = new FrameReader(limits.maxBody);
    this.name = `${socket.remoteAddress}:${socket.remotePort}`;
    socket.setNoDelay(true);
    // A peer whose machine is gone closes nothing; the system probes for it.
    socket.setKeepAlive(true, limits.keepAlive);
    socket.on('data', (chunk) => this.#take(chunk));
    socket.on('drain', () => this.#drained());
    socket.on('error', (cause: NodeJS.ErrnoException) => {
      this.#reason ??= new KerfError(
        'CONNECTION_LOST',
        `The connection to ${this.name} broke (${cause.code ?? cause.message}); connect again.`,
        { cause },
      );
    });
    socket.on('close', () => this.#ended());
    this.#beat = setInterval(() => this.#keepAlive(), limits.keepAlive);
    this.#beat.unref();
  }

  /** Sends a message that the peer has requested, after those before it. */
  reply(message: Outgoing): void {
    if (this.#isClosing) return;
    if (this.#socket.writableLength > this.#limits.maxUnsent + this.#answerBytes) this.#drop();
    else this.#write([message]);
  }

  /** Sends messages that matter only while they are the newest: those not begun yet are replaced. */
  offer(messages: readonly Outgoing[]): void {
    if (this.#isClosing) return;
    if (this.#socket.writableNeedDrain) {
      if (this.#newest !== null) this.skipped++;
      this.#newest = messages;
    } else this.#answerBytes = this.#write(messages);
  }

  /** @param reason sent to the peer; null: none. */
  close(reason: KerfError | null): void {
    if (this.#isClosing) return;
    if (reason !== null) this.reply(outgoing('STATUS', KERF_DEVICE, encodeStatus(statusOf(reason))));
    this.#reason ??= reason;
    this.#isClosing = true;
    this.#socket.end();
    this.#gone = waitFor(this.#limits.farewell, () => this.#socket.destroy());
  }

  #take(chunk: Uint8Array): void {
    if (this.#isClosing) return;
    try {
      this.#reader.push(chunk, (frame) => {
        if (this.#isClosing) return;
        this.#version = 'refused' in frame ? frame.version : frame.message.version;
        if ('refused' in frame) this.#events.refused(frame.refused, this, frame);
        else this.#events.message(frame.message, this);
      });
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      this.close(error);
    }
  }

  /** @returns the number of bytes. */
  #write(messages: readonly Outgoing[]): number {
    this.#isQuiet = false;
    let bytes = 0;
    for (const message of messages) {
      const frame = encodeMessage({ ...message, version: this.#version, metadata: [] });
      this.#socket.write(frame);
      bytes += frame.length;
    }
    if (this.#socket.writableNeedDrain) this.#taken ??= waitFor(this.#limits.patience, () => this.#drop());
    return bytes;
  }

  #drained(): void {
    this.#taken?.();
    this.#taken = null;
    const newest = this.#newest;
    this.#newest = null;
    this.#answerBytes = 0;
    if (newest !== null) this.offer(newest);
  }

  /** What waits cannot be sent, so nor can a farewell. */
  #drop(): void {
    this.#reason ??= new KerfError(
      'SLOW_READER',
      `${this.name} has not taken in ${this.#socket.writableLength} bytes that wait for it, expected at most ${this.#limits.maxUnsent} and no longer than ${this.#limits.patience} ms; read faster and connect again.`,
    );
    this.#isClosing = true;
    this.#socket.destroy();
  }

  #keepAlive(): void {
    const status = this.#events.status?.() ?? { code: STATUS.ok, subCode: 0n, name: 'OK', text: '' };
    if (this.#isQuiet && !this.#socket.writableNeedDrain)
      this.reply(outgoing('STATUS', KERF_DEVICE, encodeStatus(status)));
    this.#isQuiet = true;
  }

  #ended(): void {
    this.#isClosing = true;
    clearInterval(this.#beat);
    this.#taken?.();
    this.#gone?.();
    this.#events.ended(this.#reason, this);
  }
}

/** A message that kerf sends by itself, without a time or number to repeat. */
export function outgoing(type: string, device: string, content: Uint8Array): Outgoing {
  return { type, device, content, timestamp: 0n, messageId: 0 };
}
