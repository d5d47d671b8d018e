// What a task in a worker thread returned or threw → a message, which a pool treats as an answer either way.

import { KerfError } from '#core';

/** An error that the task throws is an answer too; a task that ends in any other way means that the thread has died. */
export type WorkerAnswer<Value> =
  | { readonly value: Value }
  | { readonly failure: { readonly code: string | undefined; readonly message: string; readonly stack: string } };

export async function workerAnswer<Value>(task: () => Value | Promise<Value>): Promise<WorkerAnswer<Value>> {
  try {
    return { value: await task() };
  } catch (error) {
    const { message, stack } = error as Error;
    return { failure: { code: error instanceof KerfError ? error.code : undefined, message, stack: stack ?? '' } };
  }
}
