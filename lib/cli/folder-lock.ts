// A folder and a command → that command's lock on the folder, held by one process at a time.

import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { FileAccessError, withFileErrors } from './exit-code.ts';
import { OutputFolder } from './output-files.ts';

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
