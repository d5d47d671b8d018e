// HTTP requests that open no WebSocket → /healthz, /metrics, or what this server is.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Metrics } from './metrics.ts';
import { dropUnread } from './refuse.ts';
import { peerOf, type TokenGate } from './token-gate.ts';

export interface PlainHost {
  readonly gate: TokenGate;
  /** null: not asked for. */
  readonly metrics: Pick<Metrics, 'text' | 'contentType'> | null;
  /** Whether new sessions are refused, since the server ends. */
  readonly isClosing: boolean;
  readonly fail: (error: unknown) => void;
}

const TEXT = 'text/plain; charset=utf-8';

/** Closes the connection after its answer. */
export async function answerPlain(request: IncomingMessage, response: ServerResponse, host: PlainHost): Promise<void> {
  const answer = (status: number, text: string, more: Readonly<Record<string, string>> = {}) => {
    response.writeHead(status, { Connection: 'close', 'Content-Type': TEXT, 'Cache-Control': 'no-store', ...more });
    response.end(request.method === 'HEAD' ? undefined : text);
    dropUnread(request.socket);
  };
  const [path] = (request.url ?? '').split('?');
  const isHealth = path === '/healthz';
  if (!isHealth && !(path === '/metrics' && host.metrics !== null)) {
    answer(426, 'kerf serve speaks WebSocket.\n', { Upgrade: 'websocket' });
    return;
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    answer(405, `${path} can only be read.\n`, { Allow: 'GET, HEAD' });
    return;
  }
  if (isHealth) {
    answer(host.isClosing ? 503 : 200, host.isClosing ? 'draining\n' : 'ok\n');
    return;
  }
  const { gate, metrics, fail } = host;
  const token = gate.bearer(request.headers.authorization);
  const wait = token === undefined ? null : gate.delay(token, peerOf(request));
  if (wait !== null || (token === undefined && !gate.isOpen)) {
    const refuse = () => answer(401, 'The token is not that of this server.\n', { 'WWW-Authenticate': 'Bearer' });
    if (wait === null) refuse();
    else gate.hold(request.socket, wait, refuse);
    return;
  }
  try {
    answer(200, await metrics!.text(), { 'Content-Type': metrics!.contentType });
  } catch (error) {
    fail(error);
    answer(500, 'The numbers cannot be read; the server has said more on standard error.\n');
  }
}
