// A failure → the process's exit code and a message of one sentence.

import { KerfError } from '#core';

export const ExitCode = {
  ok: 0,
  broken: 1,
  usage: 2,
  input: 3,
  files: 4,
  differs: 5,
  internal: 70,
  interrupted: 130,
} as const;
export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];

export const exitCodeHelp = `
Exit codes:
  0    done
  1    kerf validate, or kerf merge of its shards, found a guarantee broken
  2    wrong usage: unknown command or option, or one is missing
  3    bad input: a mesh, pose or option value that cannot be used
  4    a file cannot be read or written, or standard output cannot be
  5    kerf judge, or kerf merge of its shards, found that the engine differs from the oracle
  70   unexpected failure inside kerf
  130  interrupted (Ctrl-C, SIGTERM), within two seconds; by a second signal, at once. kerf serve, whose end that is,
       gives 0 where it need not break off an answer that still computes after --drain

Set KERF_DEBUG=1 to see the stack of a failure.`;

/** The options contradict each other or make no sense together. */
export class UsageError extends Error {}

/** A file or folder that the system refuses to read or write. */
export class FileAccessError extends Error {}

/** The user pressed Ctrl-C. The message says what is kept of the work. */
export class Interrupted extends Error {
  constructor(left = 'nothing was written; run the command again.') {
    super(`Interrupted: ${left}`);
  }
}

/** A validation ran to completion and found that a guarantee does not hold. */
export class GuaranteeBroken extends Error {}

/** All of another engine's answers were judged, and some of them are wrong. */
export class EngineDiffers extends Error {}

interface Failure {
  readonly exitCode: ExitCode;
  readonly sentence: string;
}

export function describeFailure(error: unknown): Failure {
  const message = oneLine(error instanceof Error ? error.message : String(error));
  if (error instanceof Interrupted) return { exitCode: ExitCode.interrupted, sentence: message };
  if (error instanceof GuaranteeBroken) return { exitCode: ExitCode.broken, sentence: message };
  if (error instanceof EngineDiffers) return { exitCode: ExitCode.differs, sentence: message };
  if (error instanceof UsageError) return { exitCode: ExitCode.usage, sentence: message };
  if (error instanceof FileAccessError) return { exitCode: ExitCode.files, sentence: message };
  if (error instanceof KerfError) {
    if (error.code === 'WORKER_DIED') return { exitCode: ExitCode.internal, sentence: message };
    const cause = systemError(error.cause);
    return { exitCode: cause || error.code === 'UNREADABLE' ? ExitCode.files : ExitCode.input, sentence: message };
  }
  const system = systemError(error);
  if (system) return { exitCode: ExitCode.files, sentence: fileSentence(system) };
  if ((error as NodeJS.ErrnoException | null)?.code === 'ERR_WORKER_OUT_OF_MEMORY')
    return {
      exitCode: ExitCode.internal,
      sentence:
        'The memory that Node gives a program is used up; set NODE_OPTIONS=--max-old-space-size to more MB, or give less.',
    };
  return {
    exitCode: ExitCode.internal,
    sentence: `Unexpected failure (${message}); run again with KERF_DEBUG=1 and report what it shows.`,
  };
}

/** Runs a read or write of `path`. A system error becomes a FileAccessError that names the path. */
export async function withFileErrors<T>(doing: 'read' | 'write', path: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    const system = systemError(error) ?? (error instanceof KerfError ? systemError(error.cause) : undefined);
    if (!system) throw error;
    throw new FileAccessError(fileSentence(system, doing, path), { cause: error });
  }
}

/** The error of a write to standard output → the command's failure. */
export function outputError(error: unknown): unknown {
  const system = systemError(error);
  if (!system) return error;
  return new FileAccessError(fileSentence(system, 'write', 'to standard output'), { cause: error });
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist',
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  EROFS: 'the file system is read-only',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is a file, not a folder',
  EEXIST: 'a file of that name is in the way',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'it would be larger than a file may be here',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'its links lead in a circle',
  EINVAL: 'the system has no such name here',
  EIO: 'the device fails',
};

function fileSentence(error: NodeJS.ErrnoException, doing?: 'read' | 'write', path = error.path ?? 'a file'): string {
  const reason = reasons[error.code ?? ''] ?? `the system says ${error.code}`;
  return doing === 'write'
    ? `Cannot write ${path}: ${reason}; choose another place.`
    : doing === 'read'
      ? `Cannot read ${path}: ${reason}; check the path.`
      : `Cannot use ${path}: ${reason}; check the path.`;
}

/**
 * A system error is recognised by its fields, since errors from Node's own modules are not `instanceof` another realm's
 * Error.
 */
function systemError(error: unknown): NodeJS.ErrnoException | undefined {
  const candidate = error as NodeJS.ErrnoException | null | undefined;
  return typeof candidate?.syscall === 'string' && typeof candidate.code === 'string' ? candidate : undefined;
}

function oneLine(message: string): string {
  return message.replace(/\s*\n\s*/g, ' ').trim();
}
