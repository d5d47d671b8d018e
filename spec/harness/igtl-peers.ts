// An OpenIGTLink program for specs: a bare socket whose bytes are kept as messages, and ways to wait for them.

import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { decodeStatus, encodeMessage, FrameReader, type HeaderVersion, type IgtlMessage } from '#igtl';

export class Program {
  readonly messages: IgtlMessage[] = [];
  isClosed = false;
  readonly socket: Socket;
  readonly #reader = new FrameReader();

  constructor(socket: Socket) {
    this.socket = socket;
    socket.on('data', (chunk) =>
      this.#reader.push(chunk, (frame) => {
        if ('refused' in frame) throw frame.refused;
        this.messages.push(frame.message);
      }),
    );
    socket.on('error', () => {});
    socket.on('close', () => {
      this.isClosed = true;
    });
  }

  static async connect(port: number): Promise<Program> {
    const socket = connect(port, '127.0.0.1');
    const program = new Program(socket);
    await until(() => !socket.connecting);
    return program;
  }

  send(type: string, device: string, content: Uint8Array, more: Partial<IgtlMessage> = {}): void {
    const version: HeaderVersion = 1;
    this.socket.write(
      encodeMessage({ version, type, device, timestamp: 0n, messageId: 0, metadata: [], content, ...more }),
    );
  }

  of(type: string): IgtlMessage[] {
    return this.messages.filter((message) => message.type === type);
  }

  /** Names of the STATUS messages received. */
  get statuses(): string[] {
    return this.of('STATUS').map(({ content }) => decodeStatus(content).name);
  }
}

/** Waits until the condition holds, or throws after ten seconds. */
export async function until(holds: () => boolean): Promise<void> {
  for (const end = performance.now() + 10_000; !holds(); ) {
    if (performance.now() > end) throw new Error(`Waited in vain for ${holds}`);
    await sleep(2);
  }
}
