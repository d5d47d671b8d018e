// An address → a WebSocket server on it: who may connect, and a conversation for each who does; how it ends.

import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { described } from '#core';
import { Conversation, type ConversationOptions } from './conversation.ts';
import { JoinedSessions } from './joined-sessions.ts';
import { LONG, LongTexts } from './long-texts.ts';
import { FAREWELL, KEEP_ALIVE } from './limits.ts';
import { listening } from './listening.ts';
import { createMetrics } from './metrics.ts';
import { waitFor } from './patience.ts';
import { answerPlain } from './plain-http.ts';
import { refuse } from './refuse.ts';
import { peerOf, TokenGate } from './token-gate.ts';
import { type Watch, watchedBy } from './watch.ts';
import type { WrongTokens } from './wrong-tokens.ts';

export interface WebSocketServerOptions extends Omit<ConversationOptions, 'isToken' | 'joined' | 'tell' | 'answered'> {
  readonly host: string;
  /** 0: any that is free. */
  readonly port: number;
  readonly token: string | null;
  /** Pages of these origins may connect; a client that sends no Origin is not a page. */
  readonly origins: readonly string[];
  /** Takes a line for whoever runs the server, and the number of the session that it is about. */
  readonly tell: (line: string, session?: number) => void;
  readonly watch?: Partial<Watch>;
  /** Whether /metrics is served. */
  readonly metrics?: boolean;
  /** How long the answers to wrong tokens are held back. */
  readonly wrongTokens?: Pick<WrongTokens, 'add'>;
}

export interface ServedWebSocket {
  readonly url: string;
  /** Sessions now, and the memory they count for. */
  readonly sessions: number;
  readonly bytes: number;
  /**
   * Takes no new sessions, and no more requests; says goodbye to each client once its requests are answered, or after
   * this time. @param ms 0: at once. @returns the number of sessions with requests that were given up.
   */
  drain(ms: number): Promise<number>;
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
  const { host, port, limits, version, fail } = options;
  const metrics = options.metrics === true ? await createMetrics(() => doors, limits, version) : null;
  const watch = watchedBy([options.watch ?? {}, metrics ?? {}]);
  const gate = new TokenGate(options.token, watch, options.wrongTokens);
  const doors = new Doors(options, gate, watch);
  const server = createServer(
    // Node's own bounds blame the client for data that waits while the thread is busy. The head has a bound of its own
    // below; the rest needs none, since the answer to plain HTTP closes the connection.
    { headersTimeout: 0, requestTimeout: 0 },
    (request, response) => {
      heads.get(request.socket)?.();
      void answerPlain(request, response, { gate, metrics, isClosing: doors.isClosing, fail });
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
  server.on('error', fail);
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
    drain: (ms) => doors.drain(ms),
    async close() {
      const closed = new Promise((done) => server.close(done));
      await doors.drain(0);
      gate.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

class Doors {
  readonly #options: WebSocketServerOptions;
  readonly #gate: TokenGate;
  readonly #watch: Watch;
  readonly #sockets: WebSocketServer;
  readonly #conversations = new Map<WebSocket, Conversation>();
  readonly #joined: JoinedSessions;
  readonly #texts = new LongTexts();
  #opened = 0;
  /** Sockets that are being opened. */
  #opening = 0;
  #refused = 0;
  #isClosing = false;

  constructor(options: WebSocketServerOptions, gate: TokenGate, watch: Watch) {
    this.#options = options;
    this.#gate = gate;
    this.#watch = watch;
    this.#joined = new JoinedSessions(options.answerer);
    const maxPayload = options.limits.maxMessage;
    this.#sockets = new WebSocketServer({
      noServer: true,
      perMessageDeflate: false,
      maxPayload,
      clientTracking: false,
    });
  }

  get isClosing(): boolean {
    return this.#isClosing;
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
    const peer = peerOf(request);
    if (origin !== undefined && !this.#options.origins.includes(origin)) {
      this.#watch.refused(peer.from, 'origin');
      refuse(socket, 403, 'This origin is not allowed; start kerf serve with --origin.');
      return;
    }
    const bearer = this.#gate.bearer(authorization);
    const wait = bearer === undefined ? null : this.#gate.delay(bearer, peer);
    if (wait !== null) {
      this.#gate.hold(socket, wait, () => refuse(socket, 401, 'The token is not that of this server.'));
      return;
    }
    if (this.#isClosing) {
      this.#watch.refused(peer.from, 'draining');
      refuse(socket, 503, 'This server ends; connect to another.');
      return;
    }
    const { maxSessions } = this.#options.limits;
    if (this.#conversations.size + this.#opening >= maxSessions) {
      this.#watch.refused(peer.from, 'full');
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
      this.#converse(webSocket, request, this.#gate.isOpen || bearer !== undefined);
    });
  }

  /** @see ServedWebSocket.drain */
  async drain(ms: number): Promise<number> {
    this.#isClosing = true;
    // Nothing that clients send is waited for, so this one counts while the thread is busy, too.
    let late: NodeJS.Timeout | undefined;
    const isLate = new Promise<false>((done) => {
      late = setTimeout(() => done(false), ms);
    });
    const cut = await Promise.all(
      [...this.#conversations].map(async ([webSocket, conversation]) => {
        // What it sends from now on is not read: a client that never stops asking must not be served for ever.
        webSocket.pause();
        const isWhole = await Promise.race([conversation.settled().then(() => true), isLate]);
        if (webSocket.readyState === webSocket.CLOSED) return 0;
        const gone = new Promise((done) => webSocket.once('close', done));
        const closed = conversation.close();
        webSocket.resume();
        end(webSocket, GOING_AWAY, 'kerf serve ends');
        await Promise.all([closed, gone]);
        return isWhole ? 0 : 1;
      }),
    );
    clearTimeout(late);
    await this.#texts.close();
    return cut.reduce<number>((sum, one) => sum + one, 0);
  }

  #converse(webSocket: WebSocket, request: IncomingMessage, isKnown: boolean): void {
    const { socket } = request;
    const peer = peerOf(request);
    // A client that reads only while it waits for an answer answers no WebSocket pings; its system answers these.
    socket.setKeepAlive(true, KEEP_ALIVE);
    const { limits, tell, ...rest } = this.#options;
    const number = ++this.#opened;
    const place = `client ${number} at ${peer.from}`;
    const about = (line: string) =>
      tell(`${place}${conversation.name === '' ? '' : ` (${described(conversation.name)})`} ${line}`, number);
    /** What is sent after a wrong token, while that is held back. */
    let held: (() => void)[] | null = null;
    const later = (act: () => void) => {
      if (held === null) act();
      else held.push(act);
    };
    const isToken = (token: string) => {
      const wait = this.#gate.delay(token, peer);
      if (wait === null) return true;
      const waiting: (() => void)[] = [];
      held = waiting;
      greeted();
      // It is no session any more, and makes room for one.
      this.#conversations.delete(webSocket);
      this.#gate.hold(webSocket, wait, () => {
        held = null;
        for (const act of waiting) act();
      });
      return false;
    };
    const conversation: Conversation = new Conversation(
      {
        send: (text, frame, done) =>
          later(() => {
            webSocket.send(text, { binary: false }, frame === null ? done : ignore);
            if (frame !== null) webSocket.send(frame, done);
          }),
        end: (code, reason) => later(() => end(webSocket, code, reason)),
      },
      {
        ...rest,
        limits,
        joined: this.#joined,
        isToken: isKnown ? null : isToken,
        tell: about,
        answered: (answer) => this.#watch.answered(number, answer),
      },
    );
    this.#conversations.set(webSocket, conversation);
    this.#watch.opened(number, peer.from);
    const greeted = waitFor(limits.helloWithin, () => end(webSocket, TOO_LATE, 'no hello came'));
    webSocket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) conversation.frame(data);
      else if (data.length <= LONG) conversation.text(data.toString('utf8'));
      else {
        webSocket.pause();
        void conversation
          .longText(Uint8Array.from(data), this.#texts)
          .catch(rest.fail)
          .finally(() => {
            if (conversation.isGreeted) greeted();
            if (!this.#isClosing) webSocket.resume();
          });
      }
      if (conversation.isGreeted) greeted();
    });
    // The library answers what cannot be read, and closes the connection.
    webSocket.on('error', (error: NodeJS.ErrnoException) => {
      const fault = unreadable(error, limits.maxMessage);
      if (fault !== null) about(`is dropped: it sent ${fault}.`);
    });
    webSocket.on('close', (code) => {
      greeted();
      this.#conversations.delete(webSocket);
      this.#watch.closed(number, conversation.name, code);
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
