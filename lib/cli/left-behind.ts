// Folders in which a command writes → its unfinished files there, removed if the command is cut short.

import { lstatSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface WrittenFolder {
  readonly path: string;
  /** The outermost folder created for it. */
  readonly created: string | undefined;
}

let listener: (folder: WrittenFolder) => void = () => {};

/** From now on, calls `next` with each folder in which a command begins to write. */
export function onWrittenFolder(next: (folder: WrittenFolder) => void): void {
  listener = next;
}

export function beginWriting(folder: WrittenFolder): void {
  listener(folder);
}

/** The temporary name of an unfinished file, which lies beside its final place. */
export function temporaryName(name: string): string {
  return `.${name}.${process.pid}.tmp`;
}

/**
 * Removes this process's locks and unfinished files, and then the folders made for them if they are empty. A folder
 * that was moved aside is left, since it may be the only copy of what an earlier run wrote.
 */
export function removeLeftBehind(folders: readonly WrittenFolder[]): void {
  for (const { path, created } of [...folders].reverse()) {
    for (const name of quietly(() => readdirSync(path)) ?? []) {
      const file = join(path, name);
      const isOurs = () =>
        name.endsWith(temporaryName('').slice(1)) ||
        (name.endsWith('.lock') && readFileSync(file, 'utf8') === String(process.pid));
      quietly(() => lstatSync(file).isFile() && isOurs() && rmSync(file));
    }
    removeEmpty(path, created);
  }
}

/** Removes `path` and its parents up to `created`, as long as they are empty. */
export function removeEmpty(path: string, created: string | undefined): void {
  if (created === undefined) return;
  for (let folder = path; folder.length >= created.length; folder = dirname(folder))
    if (quietly(() => [rmdirSync(folder)]) === undefined) return;
}

function quietly<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
