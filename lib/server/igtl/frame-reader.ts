// A stream of bytes, cut anywhere → whole messages, in order. A message that cannot be read is refused and the next one
// taken: its header says where the next begins. An impossible header ends the stream: there is no mark by which to
// resynchronise.

import { FormatError, grown } from '#core';
import { messageIdOf } from './extended-header.ts';
import { decodeHeader, HEADER_SIZE, type IgtlHeader, LARGEST_BODY } from './header.ts';
import { decodeMessage, type IgtlMessage } from './message.ts';

/** A message, or why it was refused and the parts of it that a reply repeats. */
export type Frame = { readonly message: IgtlMessage } | RefusedFrame;
export interface RefusedFrame extends Pick<IgtlMessage, 'version' | 'timestamp' | 'messageId'> {
  readonly refused: FormatError;
}

export class FrameReader {
  /** Messages read, and messages refused. */
  received = 0;
  refused = 0;
  readonly #largestBody: number;
  readonly #header = new Uint8Array(HEADER_SIZE);
  #headerLength = 0;
  #current: IgtlHeader | null = null;
  /** Grows with the bytes that come; the announced size is not allocated. */
  #body = new Uint8Array(0);
  #bodyLength = 0;

  /** @param largestBody bytes; a header that announces more ends the stream. */
  constructor(largestBody = LARGEST_BODY) {
    this.#largestBody = largestBody;
  }

  /** Bytes of the message that is still incomplete. */
  get waiting(): number {
    return this.#headerLength + this.#bodyLength;
  }

  /**
   * @param chunk is copied. @param take gets each message that it completes.
   * @throws FormatError UNKNOWN_VERSION, BAD_HEADER, TOO_LARGE if the stream is out of sync; from then on always.
   */
  push(chunk: Uint8Array, take: (frame: Frame) => void): void {
    for (let at = 0; at < chunk.length; ) {
      if (this.#current === null) {
        const more = chunk.subarray(at, at + HEADER_SIZE - this.#headerLength);
        this.#header.set(more, this.#headerLength);
        this.#headerLength += more.length;
        at += more.length;
        if (this.#headerLength < HEADER_SIZE) return;
        // A refused header stays, and is refused again.
        this.#current = decodeHeader(this.#header, this.#largestBody);
      }
      const more = chunk.subarray(at, at + this.#current.bodySize - this.#bodyLength);
      this.#body = grown(this.#body, this.#bodyLength, this.#bodyLength + more.length);
      this.#body.set(more, this.#bodyLength);
      this.#bodyLength += more.length;
      at += more.length;
      if (this.#bodyLength < this.#current.bodySize) return;
      take(this.#finished(this.#current));
    }
  }

  #finished(header: IgtlHeader): Frame {
    const body = this.#body.subarray(0, this.#bodyLength);
    this.#current = null;
    this.#headerLength = 0;
    this.#body = new Uint8Array(0);
    this.#bodyLength = 0;
    try {
      const message = decodeMessage(header, body);
      this.received++;
      return { message };
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      this.refused++;
      const { version, timestamp } = header;
      return { refused: error, version, timestamp, messageId: version === 1 ? 0 : messageIdOf(body) };
    }
  }
}
