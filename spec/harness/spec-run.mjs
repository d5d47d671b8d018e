// A jest run → a temporary folder of its own, in which spec files of all processes find what one of them has made.

import { existsSync, mkdirSync, mkdtempSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const VARIABLE = 'KERF_SPEC_RUN';

/** Call it before the processes of the run start, so that they inherit the variable. */
export function beginRun() {
  process.env[VARIABLE] = mkdtempSync(join(tmpdir(), 'kerf-spec-run-'));
}

export default function endRun() {
  rmSync(process.env[VARIABLE], { recursive: true, force: true });
}

/** ms between checks whether another process has made it. */
const LOOK = 50;

/**
 * What `make` puts into the folder passed to it. The first caller makes it; the others wait and do nothing else
 * meanwhile.
 * @returns {string} the folder, to be read only.
 */
export function onceInRun(name, make) {
  const folder = join(process.env[VARIABLE], name);
  if (existsSync(folder)) return folder;
  const lock = `${folder}.lock`;
  while (!isMine(lock)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK);
  try {
    if (!existsSync(folder)) {
      const partial = `${folder}.partial`;
      rmSync(partial, { recursive: true, force: true });
      mkdirSync(partial);
      make(partial);
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
