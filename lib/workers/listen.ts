// Inside a worker of Node or of a page: messages in, messages out.

import { importInNode } from '../core/index.ts';

/** The part of a port that is used, a page's or Node's. */
export interface Port {
  postMessage(message: unknown, transfer: ArrayBuffer[]): void;
}

export async function listen(onMessage: (port: Port, message: never) => void): Promise<void> {
  if ('WorkerGlobalScope' in globalThis) {
    const scope = globalThis as unknown as Port & { onmessage: (event: MessageEvent) => void };
    scope.onmessage = ({ data }) => onMessage(scope, data as never);
    return;
  }
  const { parentPort } = (await importInNode('node:worker_threads')) as typeof import('node:worker_threads');
  parentPort?.on('message', (message) => onMessage(parentPort as unknown as Port, message as never));
}
