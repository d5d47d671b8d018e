// Inside a Node worker or a page's worker: messages in, messages out.

import type { MessagePort as NodePort } from 'node:worker_threads';
import { importInNode, KerfError, lookBy } from '#core';

/** The data with which a Node worker is started. */
export interface NodeWorkerData {
  /** Any message here asks the worker to end. */
  readonly ending: NodePort;
  /** 1: what the worker computes is not wanted any more. It hears of it only where memory is shared. */
  readonly stop: ArrayBufferLike;
}

/** The part of a page's or Node's port in use. */
export interface Port {
  postMessage(message: unknown, transfer: ArrayBuffer[]): void;
}

/**
 * ms that a Node worker rests before it ends. Node 20 aborts the whole process if a compiler thread still works for a
 * worker that ends, even by itself (`NodePlatform::GetForegroundTaskRunner`); by then hot code is compiled.
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
  const { ending, stop } = threads.workerData as NodeWorkerData;
  const word = new Int32Array(stop as SharedArrayBuffer);
  lookBy(() => {
    if (Atomics.load(word, 0) === 1)
      throw new KerfError('STOPPED', 'The thread was asked to end before it was done; nobody waits for its answer.');
  });
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
    // The request to end overtakes waiting messages.
    if (isEnding || receiveMessageOnPort(ending) !== undefined) end();
    else onMessage(parentPort as unknown as Port, message as never);
  });
}
