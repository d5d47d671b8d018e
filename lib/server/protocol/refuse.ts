// A connection that opens no WebSocket → an HTTP refusal, and its end.

import type { Duplex } from 'node:stream';
import { FAREWELL } from './limits.ts';
import { waitFor } from './patience.ts';

const STATUS: Readonly<Record<number, string>> = { 401: 'Unauthorized', 403: 'Forbidden', 503: 'Service Unavailable' };

export function refuse(socket: Duplex, status: number, why: string): void {
  const head = [`HTTP/1.1 ${status} ${STATUS[status]}`, 'Connection: close', 'Content-Type: text/plain'];
  socket.end(`${[...head, `Content-Length: ${Buffer.byteLength(why)}`].join('\r\n')}\r\n\r\n${why}`);
  dropUnread(socket);
}

/** Drops a client that does not read its last answer. */
export function dropUnread(socket: Duplex): void {
  if (socket.destroyed) return;
  socket.once(
    'close',
    waitFor(FAREWELL, () => socket.destroy()),
  );
}
