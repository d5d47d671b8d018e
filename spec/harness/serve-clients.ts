// A server in this process, and clients of it by WebSocket and by standard input and output. They read messages as the
// protocol's page says, without any of kerf's own code.

import { PassThrough } from 'node:stream';
import { WebSocket } from 'ws';
import { LIMITS, type Limits } from '#protocol/limits.ts';
import { serveStdio } from '#protocol/serve-stdio.ts';
import type { Watch } from '#protocol/watch.ts';
import { type ServedWebSocket, serveWebSocket, type WebSocketServerOptions } from '#protocol/serve-web-socket.ts';
import { SessionThread } from '#protocol/session-thread.ts';

export type Numbers = Float32Array | Float64Array | Uint8Array | Uint32Array;
export type Message = Readonly<Record<string, unknown>>;
/** A message with its arrays beside it. */
export interface Heard {
  readonly message: Message;
  readonly arrays: Readonly<Record<string, Numbers>>;
}

const READERS = {
  f32: [4, 'getFloat32', Float32Array],
  f64: [8, 'getFloat64', Float64Array],
  u8: [1, 'getUint8', Uint8Array],
  u32: [4, 'getUint32', Uint32Array],
} as const;
const TYPE_OF = new Map<unknown, keyof typeof READERS>(
  (['f32', 'f64', 'u8', 'u32'] as const).map((type) => [READERS[type][2], type]),
);

interface Place {
  readonly name: string;
  readonly type: keyof typeof READERS;
  readonly length: number;
  readonly offset: number;
}
type Binary = { readonly bytes: number; readonly arrays: readonly Place[] };
const binaryOf = (message: Message) => message.binary as Binary | undefined;

function read(message: Message, frame: Uint8Array): Heard {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  const arrays = (binaryOf(message) as Binary).arrays.map(({ name, type, length, offset }) => {
    const [bytes, get, Class] = READERS[type];
    const numbers = Array.from({ length }, (_, n) => view[get](offset + n * bytes, true));
    return [name, Class.from(numbers)] as const;
  });
  return { message, arrays: Object.fromEntries(arrays) };
}

/** A request's typed arrays go into a frame, each at the next multiple of 8. */
export function written(request: Message): { readonly text: string; readonly frame: Uint8Array | null } {
  const plain: Record<string, unknown> = {};
  const places: Place[] = [];
  let bytes = 0;
  for (const [name, value] of Object.entries(request)) {
    if (!ArrayBuffer.isView(value)) {
      plain[name] = value;
      continue;
    }
    const array = value as Numbers;
    places.push({ name, type: TYPE_OF.get(array.constructor) ?? 'u8', length: array.length, offset: bytes });
    bytes += 8 * Math.ceil(array.byteLength / 8);
  }
  if (places.length === 0) return { text: JSON.stringify(plain), frame: null };
  const frame = new Uint8Array(bytes);
  for (const { name, offset } of places) {
    const { buffer, byteOffset, byteLength } = request[name] as Numbers;
    frame.set(new Uint8Array(buffer, byteOffset, byteLength), offset);
  }
  return { text: JSON.stringify({ ...plain, binary: { bytes, arrays: places } }), frame };
}

/** The part of a client common to both transports. */
export abstract class Client {
  readonly heard: Heard[] = [];
  #watching: (() => void)[] = [];
  #id = 0;
  #headed: Message | null = null;

  abstract send(text: string, frame?: Uint8Array | null): void;
  abstract close(): Promise<void>;

  protected hearText(text: string): void {
    const message = JSON.parse(text) as Message;
    if (binaryOf(message) !== undefined) this.#headed = message;
    else this.#put({ message, arrays: {} });
  }

  protected hearFrame(frame: Uint8Array): void {
    const message = this.#headed;
    if (message === null) throw new Error('a frame that no message has announced');
    this.#headed = null;
    if (frame.length !== binaryOf(message)?.bytes) throw new Error('a frame of another length than was announced');
    this.#put(read(message, frame));
  }

  /** Bytes of the frame expected next; undefined if a text is expected. */
  protected get awaits(): number | undefined {
    return this.#headed === null ? undefined : binaryOf(this.#headed)?.bytes;
  }

  /** Sends the request under a new id. @returns the id. */
  say(type: string, members: Message = {}): number {
    const id = ++this.#id;
    const { text, frame } = written({ id, type, ...members });
    this.send(text, frame);
    return id;
  }

  /** Removes and returns the first message that is wanted. The spec's own time limit bounds the wait. */
  async next(isWanted: (heard: Heard) => boolean = () => true): Promise<Heard> {
    for (;;) {
      const place = this.heard.findIndex(isWanted);
      if (place >= 0) return this.heard.splice(place, 1)[0];
      await new Promise<void>((done) => this.#watching.push(done));
    }
  }

  /** The answer, with its arrays among its members. */
  async ask(type: string, members: Message = {}): Promise<Message> {
    const id = this.say(type, members);
    return flat(
      await this.next(({ message }) => message.id === id && (message.seq === undefined || message.done === true)),
    );
  }

  /** All answers of a stream. */
  async stream(type: string, members: Message = {}): Promise<Message[]> {
    const id = this.say(type, members);
    const all: Message[] = [];
    for (;;) {
      const heard = flat(await this.next(({ message }) => message.id === id));
      all.push(heard);
      if (heard.done === true) return all;
    }
  }

  async greet(members: Message = {}): Promise<this> {
    const answer = await this.ask('hello', { version: 1, ...members });
    if (answer.ok !== true) throw new Error(JSON.stringify(answer));
    return this;
  }

  #put(heard: Heard): void {
    this.heard.push(heard);
    for (const done of this.#watching.splice(0)) done();
  }
}

function flat({ message, arrays }: Heard): Message {
  const { binary: _, ...plain } = message;
  return { ...plain, ...arrays };
}

export class WebSocketClient extends Client {
  readonly socket: WebSocket;
  /** Code and reason, once the connection has ended. */
  readonly ended: Promise<readonly [code: number, reason: string]>;

  private constructor(socket: WebSocket) {
    super();
    this.socket = socket;
    this.ended = new Promise((done) => socket.on('close', (code, reason) => done([code, String(reason)])));
    socket.on('error', () => {});
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) this.hearFrame(data);
      else this.hearText(String(data));
    });
  }

  /** @throws Error (as a rejection) with the status of the refusal. */
  static open(
    url: string,
    options: { origin?: string; headers?: Record<string, string>; autoPong?: boolean } = {},
  ): Promise<WebSocketClient> {
    const socket = new WebSocket(url, { ...options, perMessageDeflate: false });
    const client = new WebSocketClient(socket);
    return new Promise((done, fail) => {
      socket.once('open', () => done(client));
      socket.once('error', fail);
    });
  }

  send(text: string, frame: Uint8Array | null = null): void {
    this.socket.send(text);
    if (frame !== null) this.socket.send(frame);
  }

  async close(): Promise<void> {
    this.socket.close();
    await this.ended;
  }
}

export class StdioClient extends Client {
  readonly input: PassThrough;
  readonly lines: string[];
  readonly done: Promise<void>;
  #rest: Buffer = Buffer.alloc(0);

  private constructor(input: PassThrough, lines: string[], done: Promise<void>) {
    super();
    this.input = input;
    this.lines = lines;
    this.done = done;
  }

  static open(limits: Partial<Limits> = {}, files: string | null = null, watch: Partial<Watch> = {}): StdioClient {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const lines: string[] = [];
    const done = serveStdio(
      { input, output, signal: new AbortController().signal },
      { ...quiet(lines), limits: { ...LIMITS, ...limits }, files, watch },
    );
    const client = new StdioClient(input, lines, done);
    output.on('data', (chunk: Buffer) => client.#take(chunk));
    return client;
  }

  send(text: string, frame: Uint8Array | null = null): void {
    this.input.write(`${text}\n`);
    if (frame !== null) this.input.write(frame);
  }

  async close(): Promise<void> {
    this.input.end();
    await this.done;
  }

  #take(chunk: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    for (;;) {
      const awaits = this.awaits;
      const end = awaits ?? this.#rest.indexOf('\n');
      if (end < 0 || end > this.#rest.length) return;
      const part = this.#rest.subarray(0, end);
      this.#rest = this.#rest.subarray(awaits === undefined ? end + 1 : end);
      if (awaits === undefined) this.hearText(part.toString());
      else this.hearFrame(part);
    }
  }
}

export const VERSION = '9.9.9';

function quiet(lines: string[]): Pick<WebSocketServerOptions, 'version' | 'answerer' | 'tell' | 'fail'> {
  return {
    version: VERSION,
    answerer: (...given) => new SessionThread(...given),
    tell: (line) => lines.push(line),
    fail: (error) => lines.push(`FAILURE ${error instanceof Error ? error.stack : error}`),
  };
}

export interface SpecServer extends ServedWebSocket {
  /** What it has reported to whoever runs it. */
  readonly lines: readonly string[];
}

type SpecOptions = Partial<Omit<WebSocketServerOptions, 'limits'>> & { readonly limits?: Partial<Limits> };

export async function specServer({ limits, ...options }: SpecOptions = {}): Promise<SpecServer> {
  const lines: string[] = [];
  const served = await serveWebSocket({
    ...{ host: '127.0.0.1', port: 0, token: null, origins: [], files: null },
    // No spec waits because of a token.
    wrongTokens: { add: () => ({ count: 1, wait: 0 }) },
    ...quiet(lines),
    ...options,
    limits: { ...LIMITS, ...limits },
  });
  return Object.defineProperty(served, 'lines', { value: lines }) as SpecServer;
}
