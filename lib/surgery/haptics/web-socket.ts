// The environment → its WebSocket: a page's, Node's own from 22 on, otherwise the one from the package ws.

import { importInNode, KerfError } from '#core';

/** The members of a WebSocket in use. */
export type Socket = Pick<WebSocket, 'onopen' | 'onmessage' | 'onclose' | 'onerror' | 'readyState' | 'send' | 'close'>;
export type SocketClass = new (url: string) => Socket;

/** @throws KerfError NO_WEBSOCKET (as a rejection). */
export async function webSocketClass(): Promise<SocketClass> {
  if (typeof WebSocket !== 'undefined') return WebSocket;
  try {
    const { WebSocket: ofPackage } = (await importInNode('ws')) as { WebSocket: SocketClass };
    return ofPackage;
  } catch (cause) {
    throw new KerfError(
      'NO_WEBSOCKET',
      'An Inverse device is reached by WebSocket, and this Node has none; install the package with npm install ws, or use Node 22 or later.',
      { cause },
    );
  }
}
