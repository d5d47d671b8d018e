// A worker of Node or of a page → one kind of thread.

import type { Worker as NodeWorker } from 'node:worker_threads';
import { importInNode } from '../core/index.ts';

/** A running worker. It takes messages in order. */
export interface Thread {
  /** Called with each message. */
  onMessage: (message: never) => void;
  /**
   * Called once when it has ended by itself: an exit, an uncaught error, no memory, no such file. Not called after
   * `end`.
   * @param reason '' where none was told.
   */
  onDeath: (reason: string) => void;
  /** What it was last given to work with. */
  context: unknown;
  post(message: unknown): void;
  /** Whether it keeps Node's process from ending. */
  hold(isBusy: boolean): void;
  end(): void;
}

export type StartThread = () => Thread;

/**
 * @param inPage makes a page's worker. @param file the same worker's address for Node.
 * @returns starts a thread; it throws where none can be had.
 */
export async function threadStarter(inPage: () => Worker, file: () => URL): Promise<StartThread> {
  if (typeof Worker !== 'undefined') return () => pageThread(inPage());
  try {
    const threads = (await importInNode('node:worker_threads')) as typeof import('node:worker_threads');
    // Options of the process, --input-type for one, need not suit the worker's file.
    return () => nodeThread(new threads.Worker(file(), { execArgv: [] }));
  } catch (cause) {
    return () => {
      throw cause;
    };
  }
}

/** A listener that does nothing, until a pool takes the thread. */
const idle = { onMessage: () => {}, onDeath: () => {}, context: null };

function pageThread(worker: Worker): Thread {
  const thread: Thread = {
    ...idle,
    post: (message) => worker.postMessage(message),
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
  // After an uncaught error a page's worker lives on, but its question stays unanswered.
  worker.onerror = (event) => {
    event.preventDefault();
    // A page's event gives no reason where the worker's file cannot be loaded.
    die(event.message ?? '');
  };
  return thread;
}

function nodeThread(worker: NodeWorker): Thread {
  const thread: Thread = {
    ...idle,
    post: (message) => worker.postMessage(message),
    hold: (isBusy) => (isBusy ? worker.ref() : worker.unref()),
    end: () => {
      thread.onDeath = () => {};
      void worker.terminate();
    },
  };
  worker.on('message', (message) => thread.onMessage(message as never));
  worker.on('messageerror', () => void worker.terminate());
  // The exit that follows reports it.
  let reason = '';
  worker.on('error', (error) => {
    reason = error instanceof Error ? error.message : String(error);
  });
  worker.on('exit', () => thread.onDeath(reason));
  return thread;
}
