// Inside a worker of Node or of a page: messages in, messages out.

import type { MessagePort as NodePort } from 'node:worker_threads';
import { importInNode } from '#core';

/** What a worker of Node is started with. */
export interface NodeWorkerData {
  /** A message here, whatever it is, asks the worker to end. */
  readonly ending: NodePort;
}

/** The part of a port that is used, a page's or Node's. */
export interface Port {
  postMessage(message: unknown, transfer: ArrayBuffer[]): void;
}

/**
 * ms that a worker of Node rests before it ends. Node 20 aborts the whole process where a compiler's thread still works
 * for a worker that ends, be it by itself (`NodePlatform::GetForegroundTaskRunner`); what was hot is compiled by then.
 */
const SETTLE = 150;

export async function listen(onMessage: (port: Port, message: never) => void): Promise<void> {
  if ('WorkerGlobalScope' in globalThis) {
    const scope = globalThis as unknown as Port & { onmessage: (event: MessageEvent) => void };
    scope.onmessage = ({ data }) => onMessage(scope, data as never);
    return;
  }
  const threads = (await importInNode('node:worker_threads')) as typeof import('node:worker_threads');
  const { parentPort, receiveMessageOnPort } = threads;
  const { ending } = threads.workerData as NodeWorkerData;
  let isEnding = false;
  // With its ports closed the worker has nothing to wait for, and ends by itself.
  const end = (): void => {
    if (isEnding) return;
    isEnding = true;
    ending.close();
    setTimeout(() => parentPort?.close(), SETTLE);
  };
  ending.on('message', end);
  ending.unref();
  parentPort?.on('message', (message) => {
    // The word to end overtakes messages that wait.
    if (isEnding || receiveMessageOnPort(ending) !== undefined) end();
    else onMessage(parentPort as unknown as Port, message as never);
  });
}
