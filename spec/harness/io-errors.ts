// A call that must be refused → the code of its typed error.

import { KerfError } from '#core';

/** The KerfError's code; the test fails if nothing or anything else is thrown. */
export function refusal(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return codeOf(error);
  }
  throw new Error('expected a KerfError, nothing was thrown');
}

/** The code of the refusal, or 'read' if there was none. */
export function attempt(run: () => unknown): string {
  try {
    run();
    return 'read';
  } catch (error) {
    return codeOf(error);
  }
}

export async function asyncRefusal(promise: Promise<unknown>): Promise<string> {
  const outcome = await promise.then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
  if (outcome === undefined) throw new Error('expected a KerfError, nothing was thrown');
  return codeOf(outcome.error);
}

/** Expects one sentence that names something in quotes or a value, and ends with what to do next. */
function codeOf(error: unknown): string {
  if (!(error instanceof KerfError)) throw error;
  // Plain checks, because some specs refuse 10^5 files and expect() is slow.
  const { message } = error;
  if (!/^.+[;,] .+\.$/s.test(message) || /(?<! is )undefined/.test(message))
    throw new Error(`no whole sentence: ${message}`);
  return error.code;
}
