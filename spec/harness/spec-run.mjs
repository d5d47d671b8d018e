// A run of jest → a temporary folder of its own, in which spec files of all processes find what one of them has made.

import { existsSync, mkdirSync, mkdtempSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const VARIABLE = 'KERF_SPEC_RUN';

/** Before the processes of the run start: they inherit the variable. */
export function beginRun() {
  process.env[VARIABLE] = mkdtempSync(join(tmpdir(), 'kerf-spec-run-'));
}

export default function endRun() {
  rmSync(process.env[VARIABLE], { recursive: true, force: true });
}

/**
 * What `make` puts into the folder that it is given, made by whoever asks first; others wait for it.
 * @returns {Promise<string>} the folder, to be read only.
 */
export async function onceInRun(name, make) {
  const folder = join(process.env[VARIABLE], name);
  const lock = `${folder}.lock`;
  while (!isMine(lock)) await sleep(100);
  try {
    if (!existsSync(folder)) {
      const partial = `${folder}.partial`;
      rmSync(partial, { recursive: true, force: true });
      mkdirSync(partial);
      await make(partial);
      renameSync(partial, folder);
    }
  } finally {
    rmdirSync(lock);
  }
  return folder;
}

function isMine(lock) {
  try {
    mkdirSync(lock);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}
