// Finished contents → files that appear whole or not at all, in a folder that one process of a command holds at a time.

import { access, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { FileAccessError, withFileErrors } from './exit-code.ts';
import { beginWriting, removeEmpty, temporaryName } from './left-behind.ts';

/** A file's contents, whole or in parts. */
export type Contents = Uint8Array | string | Iterable<string>;

/**
 * Writes several files of one folder. All of them are written to hidden siblings first, which are then renamed into
 * place. A failure or an interruption before the renaming leaves nothing behind.
 */
export class OutputFolder {
  readonly path: string;
  readonly #created: string | undefined;
  readonly #pending = new Map<string, string>();
  readonly #adopted = new Map<string, string>();

  private constructor(path: string, created: string | undefined) {
    this.path = path;
    this.#created = created;
  }

  /** Makes the folder if necessary and checks that a file can be written in it. @throws FileAccessError */
  static async open(path: string): Promise<OutputFolder> {
    const absolute = resolve(path);
    const created = await makeFolder(absolute);
    const folder = new OutputFolder(absolute, created);
    beginWriting({ path: absolute, created });
    const probe = folder.#temporary('probe');
    try {
      await withFileErrors('write', path, async () => (await open(probe, 'wx')).close());
    } catch (error) {
      await folder.discard();
      throw error;
    }
    await rm(probe, { force: true });
    return folder;
  }

  /** Writes a file beside its final place. @throws FileAccessError */
  async stage(name: string, contents: Contents): Promise<void> {
    const temporary = this.#temporary(name);
    this.#pending.set(name, temporary);
    const parts = typeof contents === 'string' || contents instanceof Uint8Array ? [contents] : contents;
    await withFileErrors('write', join(this.path, name), async () => {
      const file = await open(temporary, 'wx');
      try {
        for (const part of parts) await file.writeFile(part);
        await file.sync();
      } finally {
        await file.close();
      }
    });
  }

  /**
   * Has `commit` rename a folder, which is complete and lies in this one, into place, replacing an older one. `discard`
   * leaves it where it is.
   */
  adopt(name: string, from: string): void {
    this.#adopted.set(name, from);
  }

  /** Renames what was adopted and staged into place. @returns the paths. @throws FileAccessError */
  async commit(): Promise<string[]> {
    const paths: string[] = [];
    for (const [name, from] of this.#adopted) {
      paths.push(await this.#replaceFolder(name, from));
      this.#adopted.delete(name);
    }
    for (const [name, temporary] of this.#pending) {
      const path = join(this.path, name);
      await withFileErrors('write', path, () => rename(temporary, path));
      this.#pending.delete(name);
      paths.push(path);
    }
    return paths;
  }

  /** Removes what was staged but not committed, and the folders that `open` made if they are empty. */
  async discard(): Promise<void> {
    for (const temporary of this.#pending.values()) await rm(temporary, { force: true });
    this.#pending.clear();
    removeEmpty(this.path, this.#created);
  }

  /** Removes the older folder once the new one is in its place. If the renaming fails, the older one is put back. */
  async #replaceFolder(name: string, from: string): Promise<string> {
    const path = join(this.path, name);
    const aside = this.#temporary(name);
    await withFileErrors('write', path, async () => {
      const isThere = await access(path).then(
        () => true,
        () => false,
      );
      if (isThere) await rename(path, aside);
      try {
        await rename(from, path);
      } catch (error) {
        if (isThere) await rename(aside, path);
        throw error;
      }
      await rm(aside, { recursive: true, force: true });
    });
    return path;
  }

  #temporary(name: string): string {
    return join(this.path, temporaryName(name));
  }
}

/**
 * Makes a folder and its parents. Node's recursive mkdir never returns if the system refuses to make a folder inside an
 * existing one, as in /proc.
 * @param path absolute.
 * @returns the outermost folder that was made; undefined if `path` existed.
 * @throws FileAccessError
 */
export async function makeFolder(path: string): Promise<string | undefined> {
  const parent = dirname(path);
  return withFileErrors('write', path, async () => {
    const before = await tryFolder(path);
    if (before !== 'no parent') return before === 'made' ? path : undefined;
    // Another process, as a shard beside this one, may have made the parent meanwhile.
    const outermost = parent === path || (await isFolder(parent)) ? undefined : await makeFolder(parent);
    const after = await tryFolder(path);
    if (after === 'no parent')
      throw new FileAccessError(`Cannot write ${path}: the system makes no folder in ${parent}; choose another place.`);
    return outermost ?? (after === 'made' ? path : undefined);
  });
}

async function tryFolder(path: string): Promise<'made' | 'there' | 'no parent'> {
  try {
    await mkdir(path);
    return 'made';
  } catch (error) {
    if (await isFolder(path)) return 'there';
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return 'no parent';
  }
}

const isFolder = (path: string) =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** Writes one file whole or not at all, making its folder if necessary. @throws FileAccessError */
export async function writeWhole(path: string, contents: Uint8Array | string): Promise<void> {
  const folder = await OutputFolder.open(dirname(resolve(path)));
  try {
    await folder.stage(basename(path), contents);
    await folder.commit();
  } finally {
    await folder.discard();
  }
}

const names = {
  assess: 'assess.lock',
  benchmark: 'results.lock',
  detect: 'report.lock',
  impacts: 'impacts.lock',
  judge: 'judge.lock',
  merge: 'merge.lock',
  sweep: 'sweep.lock',
  validate: 'validation.lock',
} as const;

/** @returns the folder, and a function that leaves it and discards what was not committed. @throws FileAccessError */
export async function openLocked(
  path: string,
  command: keyof typeof names,
): Promise<{ readonly folder: OutputFolder; leave(): Promise<void> }> {
  const folder = await OutputFolder.open(path);
  try {
    const unlock = await lockFolder(folder.path, command);
    return { folder, leave: () => unlock().finally(() => folder.discard()) };
  } catch (error) {
    await folder.discard();
    throw error;
  }
}

/**
 * Locks the folder, or takes over a lock whose process no longer runs. @returns a function that releases it. @throws
 * FileAccessError
 */
async function lockFolder(folder: string, command: keyof typeof names): Promise<() => Promise<void>> {
  const name = names[command];
  const path = join(folder, name);
  const left = await readFile(path, 'utf8').catch(() => undefined);
  const holder = left === undefined ? undefined : living(left);
  if (holder !== undefined)
    throw new FileAccessError(
      `${folder} is in use by another kerf ${command}, process ${holder}; wait for it or give another --out (if no such process runs, remove ${name}).`,
    );
  await withFileErrors('write', path, async () => {
    if (left !== undefined) await rm(path, { force: true });
    // wx: if two processes begin at the same time, one of them fails here.
    const file = await open(path, 'wx');
    try {
      await file.writeFile(String(process.pid));
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    } finally {
      await file.close();
    }
  });
  return () => rm(path, { force: true });
}

/** A lock's text → its process ID, if that process still runs. */
function living(text: string): number | undefined {
  const pid = /^\d+$/.test(text) ? Number(text) : 0;
  // This process holds no lock yet. A lock with its ID was left by an earlier process, as happens in containers.
  if (pid === 0 || pid === process.pid) return undefined;
  try {
    process.kill(pid, 0);
    return pid;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH' ? undefined : pid;
  }
}
