// The path of a file of rows, or `-` → its bytes, from the file or from standard input.

import { readFile } from 'node:fs/promises';
import { addAbortSignal } from 'node:stream';
import { Interrupted, UsageError, withFileErrors } from './exit-code.ts';
import type { Terminal } from './toolkit.ts';

export const STANDARD_INPUT = '-';
/** Terminals whose standard input has been read. */
const read = new WeakSet<Terminal>();

/** What messages and reports call the file. */
export function inputName(path: string): string {
  return path === STANDARD_INPUT ? 'standard input' : path;
}

/** @throws FileAccessError; UsageError if two files are `-`; Interrupted. */
export async function readInput(path: string, terminal: Terminal): Promise<Buffer> {
  if (path !== STANDARD_INPUT) return withFileErrors('read', path, () => readFile(path));
  if (read.has(terminal)) throw new UsageError('Two files are given as -, and standard input can be one; name a file.');
  read.add(terminal);
  return withFileErrors('read', inputName(path), async () => {
    const chunks: Uint8Array[] = [];
    try {
      for await (const chunk of addAbortSignal(terminal.signal, terminal.streams().input)) chunks.push(chunk);
    } catch (error) {
      throw terminal.signal.aborted ? new Interrupted() : error;
    }
    return Buffer.concat(chunks);
  });
}

export async function readTextInput(path: string, terminal: Terminal): Promise<string> {
  return (await readInput(path, terminal)).toString('utf8');
}
