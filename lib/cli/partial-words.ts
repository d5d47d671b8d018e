// The contents of a partial file → the sentences about them.

import { KerfError } from '#core';
import { FileAccessError, Interrupted } from './exit-code.ts';
import type { Terminal } from './toolkit.ts';

/** The part of a PartialFile that the sentences need. */
export interface PartialWork {
  readonly path: string;
  /** Lines that could not be read. */
  readonly damaged: number;
  /** The poses that are done. */
  readonly done: { readonly size: number };
}

/** Says how much of an earlier run is used. @param done how many of its poses are used. */
export function sayWhatIsDone({ damaged }: PartialWork, done: number, total: number, terminal: Terminal): void {
  const [lines, were] = damaged === 1 ? ['line', 'was'] : ['lines', 'were'];
  if (damaged > 0)
    terminal.err(`${damaged} ${lines} of the unfinished run's file ${were} damaged; what stood there is done again.\n`);
  if (done > 0) terminal.err(`${done} of ${total} poses were done already.\n`);
}

/** The error for Ctrl-C, which says what this partial file keeps of the run. */
export function interruptedWith(partial: PartialWork, total: number): Interrupted {
  return partial.done.size === 0 ? new Interrupted() : new Interrupted(kept(partial, total));
}

/** The failure. If the same command may succeed later, its sentence also says what is kept. */
export function withWhatIsKept(failure: unknown, partial: PartialWork, total: number): unknown {
  if (partial.done.size === 0) return failure;
  const cause = { cause: failure };
  if (failure instanceof FileAccessError)
    return new FileAccessError(`${failure.message} ${kept(partial, total)}`, cause);
  if (failure instanceof KerfError && ['WORKER_DIED', 'DEVICE_LOST'].includes(failure.code))
    return new KerfError(failure.code, `${failure.message} ${kept(partial, total)}`, cause);
  return failure;
}

function kept({ done, path }: PartialWork, total: number): string {
  return `${done.size} of ${total} poses are kept in ${path}; the same command goes on with the rest.`;
}
