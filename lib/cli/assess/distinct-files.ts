// The files that a command is to write, and those that it reads → a refusal if one would replace another.

import { realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { UsageError } from '../exit-code.ts';

/** A file or folder, by the option that names it. */
export interface GivenFile {
  readonly option: string;
  readonly file: string;
}

/**
 * Files are the same if their real paths are: links are followed, also those of the folder in which a file is yet to be
 * made.
 * @throws UsageError naming both options.
 */
export async function checkDistinctFiles(outputs: readonly GivenFile[], inputs: readonly GivenFile[]): Promise<void> {
  const seen = new Map<string, GivenFile>();
  for (const given of inputs) seen.set(await realPath(given.file), given);
  for (const given of outputs) {
    const path = await realPath(given.file);
    const other = seen.get(path);
    if (other !== undefined)
      throw new UsageError(
        `${given.option} ${given.file} would replace the file of ${other.option} ${other.file}; give ${given.option} another name.`,
      );
    seen.set(path, given);
  }
}

/** Of a file that is yet to be made: the real path of its folder, and its name. */
async function realPath(file: string): Promise<string> {
  const path = resolve(file);
  const found = await realpath(path).catch(() => null);
  if (found !== null || dirname(path) === path) return found ?? path;
  return join(await realPath(dirname(path)), basename(path));
}
