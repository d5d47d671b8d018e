// The process. The command runs in a thread of its own, so that signals are handled whatever it computes.

import { isatty } from 'node:tty';
import { Worker } from 'node:worker_threads';
import type { ThreadMessage } from './command-worker.ts';
import { writeAll } from './descriptor-output.ts';
import { describeFailure, type ExitCode, Interrupted } from './exit-code.ts';
import { removeLeftBehind, type WrittenFolder } from './left-behind.ts';

/**
 * Time that a command has after a signal to reach a point where it can stop and keep finished work, ms, unless it asks
 * for more.
 */
const GRACE = 1500;
/** Time that a thread may take to end, ms. One blocked in a system call on a pipe or a disk never ends. */
const END = 250;
/** A terminal sends Ctrl-C to a process group, and npx forwards it too: signals this close, ms, are the same one. */
const SAME = 50;
const SHOW_CURSOR = '\u001B[?25h';

const folders: WrittenFolder[] = [];
let usesGpu = false;
let readsInput = false;
let grace = GRACE;
let isBrokenOff = false;
let ended: ExitCode | undefined;
let signals = 0;
let heard = Number.NEGATIVE_INFINITY;
let failure: unknown;

// Once built, this file is dist/cli.js, and the thread's lies beside it.
const thread = new Worker(new URL('./command-worker.js', import.meta.url), {
  argv: process.argv.slice(2),
  stdin: true,
  // Opening a pipe's stream here would make the pipe non-blocking for the thread as well, which writes to it.
  workerData: {
    columns: {
      out: isatty(1) ? process.stdout.columns : undefined,
      err: isatty(2) ? process.stderr.columns : undefined,
    },
  },
});

thread.on('message', (message: ThreadMessage) => {
  if ('writes' in message) folders.push(message.writes);
  else if ('usesGpu' in message) usesGpu = true;
  else if ('endsWithin' in message) grace = GRACE + message.endsWithin;
  else if ('ends' in message) ended = message.ends;
  else readInput();
});
thread.on('error', (error) => {
  failure = error;
});
thread.on('exit', (code) => {
  if (isBrokenOff) return;
  if (readsInput) process.stdin.destroy();
  removeLeftBehind(folders);
  process.exitCode = failure === undefined ? code : fail(failure);
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, interrupt);

/** Passes the first signal on to the command. Aborts it if it does not end in time, or at a second signal. */
function interrupt(): void {
  const now = performance.now();
  if (now - heard < SAME) return;
  heard = now;
  signals++;
  if (signals === 1) {
    thread.postMessage('interrupt');
    setTimeout(breakOff, grace).unref();
  } else if (signals === 2) breakOff();
  else die();
}

function breakOff(): void {
  isBrokenOff = true;
  removeLeftBehind(folders);
  const exitCode =
    ended ??
    fail(
      new Interrupted('the computation was broken off; run the command again, which goes on from what it has kept.'),
    );
  // The WebGPU binding ends the whole process if a thread ends while it waits for a GPU.
  if (usesGpu) die();
  setTimeout(die, END);
  void thread.terminate().then(() => {
    removeLeftBehind(folders);
    process.exit(exitCode);
  });
}

/** Ends the process as an unhandled signal does: a shell sees 130. */
function die(): void {
  process.removeAllListeners('SIGINT');
  process.kill(process.pid, 'SIGINT');
}

function fail(error: unknown): ExitCode {
  // A progress bar hides the cursor.
  if (isatty(2)) say(SHOW_CURSOR);
  const { exitCode, sentence } = describeFailure(error);
  say(`kerf: ${sentence}\n`);
  if (process.env.KERF_DEBUG === '1' && error instanceof Error) say(`${error.stack}\n`);
  return exitCode;
}

/** If standard error cannot be written either, there is nowhere left to report it. */
function say(text: string): void {
  try {
    writeAll(2, text);
  } catch {}
}

function readInput(): void {
  if (readsInput) return;
  readsInput = true;
  process.stdin.on('error', ({ message, code, syscall }: NodeJS.ErrnoException) =>
    thread.postMessage({ inputFailed: { message, code, syscall } }),
  );
  process.stdin.pipe(thread.stdin!);
}
