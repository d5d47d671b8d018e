// Inside a worker of the command line: the pool's data, then one task at a time → its answer, or what it threw.

import { listen, toFailure, type WireFailure } from '#workers';

/** The first message to a thread. */
export interface TaskStart<Data> {
  readonly data: Data;
  /** Of the thread: no other thread of the pool has had it. */
  readonly number: number;
}

/** An error that a task throws is an answer too; a thread that ends without either has died. */
export type TaskReply = { readonly value: unknown } | { readonly failure: WireFailure };

/** @param begin the pool's data → the function that answers its tasks. */
export async function serveTasks<Data, Task>(
  begin: (start: TaskStart<Data>) => (task: Task) => unknown,
): Promise<void> {
  let answer: (task: Task) => unknown;
  const reply = async (task: Task): Promise<TaskReply> => {
    try {
      return { value: await answer(task) };
    } catch (error) {
      return { failure: toFailure(error) };
    }
  };
  await listen((port, message: TaskStart<Data> | { readonly task: Task }) => {
    if ('task' in message) void reply(message.task).then((said) => port.postMessage(said, []));
    else answer = begin(message);
  });
}
