// What a command has found → its files, all or none; its table or JSON; and a line that says where the files are.

import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Interrupted } from './exit-code.ts';
import type { Contents, OutputFolder } from './output-files.ts';
import type { Terminal } from './toolkit.ts';

interface Finish {
  /** What the files are together, such as Report. */
  readonly what: string;
  /** Absent if nothing is written. */
  readonly folder: OutputFolder | undefined;
  /** Contents by name. The page, or the only file, is named first to the reader. */
  readonly files: () => Readonly<Record<string, Contents>> | Promise<Readonly<Record<string, Contents>>>;
  /** What files are called besides their names. */
  readonly names?: Readonly<Record<string, string>>;
  /** Whether JSON is printed instead of lines. */
  readonly json: boolean;
  readonly said: {
    readonly json: string | Iterable<string>;
    readonly lines: readonly string[];
    /** Sentences that JSON on standard output is accompanied by. */
    readonly notices?: readonly string[];
    /** Said before the last line. */
    readonly last?: string;
  };
  readonly kept?: Kept;
}

/** What keeps unfinished work. */
export interface Kept {
  /** The error for Ctrl-C, which says what is kept. */
  interrupted(): Interrupted;
  /** Called once the files are written. */
  remove(): Promise<void>;
}

/** @throws Interrupted on the terminal's signal, and nothing is written then; FileAccessError. */
export async function finish(
  { what, folder, files, names = {}, json, said, kept }: Finish,
  terminal: Terminal,
): Promise<void> {
  const written = folder && (await files());
  if (folder && written) {
    for (const [name, contents] of Object.entries(written)) await folder.stage(name, contents);
    await setImmediate();
    if (terminal.signal.aborted) throw kept ? kept.interrupted() : new Interrupted();
    await folder.commit();
  }
  await kept?.remove();
  if (json) {
    for (const part of typeof said.json === 'string' ? [said.json] : said.json) terminal.out(part);
    for (const notice of said.notices ?? []) terminal.err(`kerf: ${notice}\n`);
  } else terminal.out(`${said.lines.join('\n')}\n`);
  const tell = (text: string) => (json ? terminal.err(text) : terminal.out(text));
  if (said.last !== undefined) tell(said.last);
  if (folder && written) tell(`${what}: ${whereText(folder, Object.keys(written), names)}\n`);
}

function whereText({ path }: OutputFolder, files: readonly string[], names: Readonly<Record<string, string>>): string {
  const page = files.find((name) => name.endsWith('.html')) ?? files[0];
  const others = files.filter((name) => name !== page).map((name) => names[name] ?? name);
  return join(path, page) + (others.length === 0 ? '' : ` (also ${others.join(', ')})`);
}
