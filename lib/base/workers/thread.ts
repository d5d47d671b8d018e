// A Node worker or a page's worker → a Thread, the same interface for both.

import type { MessagePort as NodePort, Worker as NodeWorker } from 'node:worker_threads';
import { importInNode } from '#core';
import type { NodeWorkerData } from './listen.ts';
import { newMemory } from './share-arrays.ts';

/** ms that a Node thread has, once asked to end, to finish the message it is working on. */
const GRACE = 1000;

/** A running worker. It takes messages in order. */
export interface Thread {
  /** Called with each message. */
  onMessage: (message: never) => void;
  /**
   * Called once when the thread has ended by itself: an exit, an uncaught error, no memory, no such file. Not called
   * after `end`.
   * @param reason '' if none was given.
   */
  onDeath: (reason: string) => void;
  /** The context that it was last given. */
  context: unknown;
  /** @param transfer buffers that go with it instead of being copied. */
  post(message: unknown, transfer?: ArrayBuffer[]): void;
  /** Sets whether it keeps Node's process from ending. */
  hold(isBusy: boolean): void;
  /**
   * Ends the thread: no more messages come from it, and those that it has not begun are dropped. A page's worker ends
   * at once. A Node worker stops what it computes where that looks next (stopIfUnwanted), or is ended after 1 s.
   * @param isPatient whether it may take longer: see nodeThread for what it risks to end a thread at work.
   */
  end(isPatient?: boolean): void;
}

export type StartThread = () => Thread;

/**
 * @param inPage makes a page's worker. @param file the same worker's address for Node.
 * @returns a function that starts a thread, and throws if none can be had.
 */
export async function threadStarter(inPage: () => Worker, file: () => URL): Promise<StartThread> {
  if (typeof Worker !== 'undefined') return () => pageThread(pageWorker(inPage, file()));
  try {
    const threads = (await importInNode('node:worker_threads')) as typeof import('node:worker_threads');
    // The process's options, such as --input-type, need not suit the worker's file.
    return () => {
      const { port1, port2 } = new threads.MessageChannel();
      const stop = newMemory(4);
      const workerData: NodeWorkerData = { ending: port2, stop };
      const options = { execArgv: [], workerData, transferList: [port2] };
      return nodeThread(new threads.Worker(file(), options), port1, new Int32Array(stop as SharedArrayBuffer));
    };
  } catch (cause) {
    return () => {
      throw cause;
    };
  }
}

/**
 * A page may import kerf from another origin that allows it (CORS), such as a content delivery network, but browsers
 * refuse a worker whose script lies there. A script of the page's own origin that imports the worker's is accepted, and
 * shares memory with the page. It gives up its address once it has run.
 * @param file the worker's script beside kerf's own. Where a bundler has moved that, `inPage` knows better: webpack
 * leaves a file: address here.
 */
function pageWorker(inPage: () => Worker, file: URL): Worker {
  const { href, origin, protocol } = file;
  const page = globalThis.location?.origin;
  if (page === undefined || page === origin || !/^https?:$/.test(protocol)) return inPage();
  const text = `import ${JSON.stringify(href)};\nURL.revokeObjectURL(import.meta.url);`;
  return new Worker(URL.createObjectURL(new Blob([text], { type: 'text/javascript' })), { type: 'module' });
}

/** A listener that does nothing, until a pool takes the thread. */
const idle = { onMessage: () => {}, onDeath: () => {}, context: null };

function pageThread(worker: Worker): Thread {
  const thread: Thread = {
    ...idle,
    post: (message, transfer = []) => worker.postMessage(message, transfer),
    hold: () => {},
    end: () => {
      thread.onDeath = () => {};
      worker.terminate();
    },
  };
  const die = (reason: string): void => {
    const { onDeath } = thread;
    thread.end();
    onDeath(reason);
  };
  worker.onmessage = ({ data }) => thread.onMessage(data as never);
  worker.onmessageerror = () => die('a message could not be read');
  // A page's worker survives an uncaught error, but its question stays unanswered.
  worker.onerror = (event) => {
    event.preventDefault();
    // A page's event gives no reason if the worker's file cannot be loaded.
    die(event.message ?? '');
  };
  return thread;
}

/**
 * Node 20 aborts the whole process if a compiler thread still works for a worker that is being terminated
 * (`NodePlatform::GetForegroundTaskRunner`). So a worker is asked to end, and terminated only if it does not.
 */
function nodeThread(worker: NodeWorker, ending: NodePort, stop: Int32Array): Thread {
  let isOver = false;
  let late: NodeJS.Timeout | undefined;
  const thread: Thread = {
    ...idle,
    post: (message, transfer = []) => worker.postMessage(message, transfer),
    hold: (isBusy) => (isBusy ? worker.ref() : worker.unref()),
    end: (isPatient = false) => {
      thread.onMessage = () => {};
      thread.onDeath = () => {};
      if (isOver) return;
      isOver = true;
      Atomics.store(stop, 0, 1);
      ending.postMessage(null);
      // The process waits for the worker too, since the process's end would terminate it.
      worker.ref();
      if (!isPatient) late = setTimeout(() => void worker.terminate(), GRACE);
    },
  };
  worker.on('message', (message) => thread.onMessage(message as never));
  worker.on('messageerror', () => void worker.terminate());
  // The exit that follows reports it.
  let reason = '';
  worker.on('error', (error) => {
    reason = error instanceof Error ? error.message : String(error);
  });
  worker.on('exit', () => {
    isOver = true;
    clearTimeout(late);
    ending.close();
    thread.onDeath(reason);
  });
  return thread;
}
