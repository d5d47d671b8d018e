// A server and an address → the server listens there, or a sentence says why it cannot.

import type { Server } from 'node:net';
import { KerfError } from '#core';

/** @param next what to do if it cannot. @throws KerfError CANNOT_LISTEN (as a rejection). */
export function listening(server: Server, host: string, port: number, next: string): Promise<void> {
  return new Promise((done, fail) => {
    const refuse = (cause: NodeJS.ErrnoException) =>
      fail(new KerfError('CANNOT_LISTEN', `Cannot listen on ${host}:${port} (${cause.code}); ${next}.`));
    server.once('error', refuse);
    server.listen(port, host, () => {
      server.off('error', refuse);
      done();
    });
  });
}
