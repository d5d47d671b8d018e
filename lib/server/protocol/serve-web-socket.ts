// An address → a WebSocket server on it: who may connect, and a conversation for each who does.

import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { described } from '#core';
import { Conversation, type ConversationOptions } from './conversation.ts';
import { JoinedSessions } from './joined-sessions.ts';
import { FAREWELL, KEEP_ALIVE } from './limits.ts';
import { listening } from './listening.ts';
import { waitFor } from './patience.ts';
import { tokenTest } from './token.ts';

export interface WebSocketServerOptions extends Omit<ConversationOptions, 'isToken' | 'joined' | 'tell'> {
  readonly host: string;
  /** 0: any that is free. */
  readonly port: number;
  readonly token: string | null;
  /** Pages of these origins may connect; a client that sends no Origin is not a page. */
  readonly origins: readonly string[];
  /** Takes a line for whoever runs the server. */
  readonly tell: (line: string) => void;
}

export interface ServedWebSocket {
  readonly url: string;
  /** Sessions now, and the memory they count for. */
  readonly sessions: number;
  readonly bytes: number;
  /** Says goodbye to all clients, and ends. */
  close(): Promise<void>;
}

/** Connections that may be open beyond the sessions while being refused. */
const WAITING_ROOM = 256;
/** ms from a connection to its complete HTTP head. */
const HEAD_WITHIN = 5000;
const TOO_LATE = 1008;
const GOING_AWAY = 1001;

/** @throws KerfError CANNOT_LISTEN (as a rejection). */
export async function serveWebSocket(options: WebSocketServerOptions): Promise<ServedWebSocket> {
  const { host, port, limits } = options;
  const doors = new Doors(options);
  const server = createServer(
    // Node's own bounds blame the client for data that waits while the thread is busy. The head has a bound of its own
    // below; the rest needs none, since the answer to plain HTTP closes the connection.
    { headersTimeout: 0, requestTimeout: 0 },
    (_, response) => {
      response.writeHead(426, { Connection: 'close', 'Content-Type': 'text/plain', Upgrade: 'websocket' });
      response.end('kerf serve speaks WebSocket.\n');
    },
  );
  server.maxConnections = limits.maxSessions + WAITING_ROOM;
  const heads = new WeakMap<Duplex, () => void>();
  server.on('connection', (socket) => {
    const stop = waitFor(HEAD_WITHIN, () => socket.destroy());
    heads.set(socket, stop);
    socket.once('close', stop);
  });
  server.on('upgrade', (request, socket, head) => {
    heads.get(socket)?.();
    doors.open(request, socket, head);
  });
  server.on('clientError', (_, socket) => socket.destroy());
  await listening(server, host, port, 'choose another --port or --host');
  // An error of a listening server (no file descriptors left, …) concerns one connection.
  server.on('error', options.fail);
  const { port: taken, family } = server.address() as AddressInfo;
  const shown = family === 'IPv6' ? `[${host}]` : host;
  return {
    url: `ws://${shown}:${taken}`,
    get sessions() {
      return doors.sessions;
    },
    get bytes() {
      return doors.bytes;
    },
    async close() {
      const closed = new Promise((done) => server.close(done));
      await doors.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

class Doors {
  readonly #options: WebSocketServerOptions;
  readonly #isToken: ((text: string) => boolean) | null;
  readonly #sockets: WebSocketServer;
  readonly #conversations = new Map<WebSocket, Conversation>();
  readonly #joined: JoinedSessions;
  #opened = 0;
  /** Sockets that are being opened. */
  #opening = 0;
  #refused = 0;
  #isClosing = false;

  constructor(options: WebSocketServerOptions) {
    this.#options = options;
    this.#isToken = options.token === null ? null : tokenTest(options.token);
    this.#joined = new JoinedSessions(options.answerer);
    const maxPayload = options.limits.maxMessage;
    this.#sockets = new WebSocketServer({
      noServer: true,
      perMessageDeflate: false,
      maxPayload,
      clientTracking: false,
    });
  }

  get sessions(): number {
    return this.#conversations.size;
  }

  get bytes(): number {
    const holders = new Set([...this.#conversations.values()].map(({ holder }) => holder));
    return [...holders].reduce((sum, holder) => sum + (holder?.bytes ?? 0), 0);
  }

  open(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    const { origin, authorization } = request.headers;
    if (origin !== undefined && !this.#options.origins.includes(origin)) {
      refuse(socket, 403, 'This origin is not allowed; start kerf serve with --origin.');
      return;
    }
    const [, bearer] = /^Bearer +(\S+) *$/i.exec(authorization ?? '') ?? [];
    const isKnown = this.#isToken === null || (bearer !== undefined && this.#isToken(bearer));
    if (bearer !== undefined && !isKnown) {
      refuse(socket, 401, 'The token is not that of this server.');
      return;
    }
    const { maxSessions } = this.#options.limits;
    if (this.#isClosing || this.#conversations.size + this.#opening >= maxSessions) {
      this.#refused++;
      if (this.#refused === 1)
        this.#options.tell(`refused a connection: ${maxSessions} sessions are open, as many as may be.`);
      refuse(socket, 503, `There are ${maxSessions} sessions, as many as may be; come back later.`);
      return;
    }
    this.#opening++;
    const opened = () => {
      this.#opening--;
      socket.off('close', opened);
    };
    socket.once('close', opened);
    this.#sockets.handleUpgrade(request, socket, head, (webSocket) => {
      opened();
      this.#converse(webSocket, request, isKnown);
    });
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    const farewells = [...this.#conversations].map(async ([webSocket, conversation]) => {
      const gone = new Promise((done) => webSocket.once('close', done));
      end(webSocket, GOING_AWAY, 'kerf serve ends');
      await Promise.all([conversation.close(), gone]);
    });
    await Promise.all(farewells);
  }

  #converse(webSocket: WebSocket, { socket }: IncomingMessage, isKnown: boolean): void {
    const { remoteAddress, remotePort } = socket;
    // A client that reads only while it waits for an answer answers no WebSocket pings; its system answers these.
    socket.setKeepAlive(true, KEEP_ALIVE);
    const { limits, tell, ...rest } = this.#options;
    const place = `client ${++this.#opened} at ${remoteAddress}:${remotePort}`;
    const about = (line: string) =>
      tell(`${place}${conversation.name === '' ? '' : ` (${described(conversation.name)})`} ${line}`);
    const conversation: Conversation = new Conversation(
      {
        send: (text, frame, done) => {
          webSocket.send(text, { binary: false }, frame === null ? done : ignore);
          if (frame !== null) webSocket.send(frame, done);
        },
        end: (code, reason) => end(webSocket, code, reason),
      },
      {
        ...rest,
        limits,
        joined: this.#joined,
        isToken: isKnown ? null : this.#isToken,
        tell: about,
      },
    );
    this.#conversations.set(webSocket, conversation);
    const greeted = waitFor(limits.helloWithin, () => end(webSocket, TOO_LATE, 'no hello came'));
    webSocket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) conversation.frame(data);
      else conversation.text(data.toString('utf8'));
      if (conversation.isGreeted) greeted();
    });
    // The library answers what cannot be read, and closes the connection.
    webSocket.on('error', (error: NodeJS.ErrnoException) => {
      const fault = unreadable(error, limits.maxMessage);
      if (fault !== null) about(`is dropped: it sent ${fault}.`);
    });
    webSocket.on('close', () => {
      greeted();
      this.#conversations.delete(webSocket);
      conversation.close().catch(rest.fail);
    });
  }
}

function ignore(): void {}

/** @returns what the library could not read, and the close code; null: the connection itself broke. */
function unreadable({ code = '' }: NodeJS.ErrnoException, maxMessage: number): string | null {
  if (!code.startsWith('WS_ERR_')) return null;
  if (/^WS_ERR_UNSUPPORTED_.*LENGTH$/.test(code))
    return `a message of more than ${maxMessage} bytes, as many as --max-message allows (1009)`;
  if (code === 'WS_ERR_INVALID_UTF8') return 'a text that is no UTF-8 (1007)';
  return code === 'WS_ERR_TOO_MANY_BUFFERED_PARTS'
    ? 'a message in too many parts (1008)'
    : `what is no frame of WebSocket (1002, ${code})`;
}

/** Says goodbye; drops a client that does not answer in time. */
function end(webSocket: WebSocket, code: number, reason: string): void {
  webSocket.close(code, reason);
  webSocket.once(
    'close',
    waitFor(FAREWELL, () => webSocket.terminate()),
  );
}

const STATUS: Readonly<Record<number, string>> = { 401: 'Unauthorized', 403: 'Forbidden', 503: 'Service Unavailable' };

function refuse(socket: Duplex, status: number, why: string): void {
  const head = [`HTTP/1.1 ${status} ${STATUS[status]}`, 'Connection: close', 'Content-Type: text/plain'];
  socket.end(`${[...head, `Content-Length: ${Buffer.byteLength(why)}`].join('\r\n')}\r\n\r\n${why}`);
  // A client that does not read that is dropped.
  socket.once(
    'close',
    waitFor(FAREWELL, () => socket.destroy()),
  );
}
