// Inside a worker: questions that come as messages → their answers, posted back in order.

import { listen, type Port } from './listen.ts';
import { toFailure, type WireFailure } from './wire-failure.ts';

/** `context` is present only if it differs from the previous question's. */
export interface Question<Context, Ask> {
  readonly context?: Context;
  readonly ask: Ask;
}
/** `share`: how much of a question is done, 0 … 1; its answer or failure is yet to come. */
export type Reply<Answer> =
  | { readonly share: number }
  | { readonly answer: Answer }
  | { readonly failure: WireFailure };

/**
 * @param prepare a context → the function that answers its questions. The arrays of an answer are transferred, not
 * copied, so they must be its own. `tell` posts the share of a question that is done.
 */
export async function serveQuestions<Context, Ask, Answer>(
  prepare: (context: Context) => (ask: Ask, tell: (share: number) => void) => Answer,
): Promise<void> {
  let context: Context;
  let prepared: ReturnType<typeof prepare> | null = null;
  const reply = (port: Port, question: Question<Context, Ask>): void => {
    try {
      if (question.context !== undefined) {
        context = question.context;
        prepared = null;
      }
      prepared ??= prepare(context);
      const answer = prepared(question.ask, (share) => port.postMessage({ share }, []));
      port.postMessage({ answer }, [...buffersOf(answer)]);
    } catch (error) {
      port.postMessage({ failure: toFailure(error) }, []);
    }
  };
  await listen(reply);
}

/** Buffers of all typed arrays in a record, each once. Records may share an empty one, so it is left out. */
function buffersOf(value: unknown, found = new Set<ArrayBuffer>()): Set<ArrayBuffer> {
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer && value.buffer.byteLength > 0) found.add(value.buffer);
  } else if (value !== null && typeof value === 'object')
    for (const held of Object.values(value)) buffersOf(held, found);
  return found;
}
