// What a test needs from the machine, outside the project → the test, or a skipped one that names what is missing.

import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { test } from '@jest/globals';

/** ms: enough for a compiler on a busy machine. */
const LONGEST = 120_000;

/** Runs `body` if all programs are installed; otherwise skips and names those missing. */
export function testWithPrograms(programs: readonly string[], says: string, body: () => Promise<void>): void {
  testUnless(programs.filter(isMissing), says, body);
}

/**
 * Like testWithPrograms, with g++ and C++ libraries.
 * @param headers for each Debian package, one of its headers below /usr/include.
 */
export function testWithLibraries(
  headers: Readonly<Record<string, string>>,
  says: string,
  body: () => Promise<void>,
): void {
  const absent = Object.entries(headers).filter(([, header]) => !existsSync(join('/usr/include', header)));
  testUnless([...['g++'].filter(isMissing), ...absent.map(([name]) => name)], says, body);
}

/** @param missing names of whatever this machine lacks. */
export function testUnless(missing: readonly string[], says: string, body: () => Promise<void>): void {
  if (missing.length === 0) test(says, body, LONGEST);
  // They are not part of the project; CONTRIBUTING.md lists them.
  else test.skip(`${says}: missing ${missing.join(', ')}`, () => {});
}

function isMissing(program: string): boolean {
  return !(process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
