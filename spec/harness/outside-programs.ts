// What a test needs of the machine, outside the project → the test, or a skipped one that names what is missing.

import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { test } from '@jest/globals';

/** ms: a compiler on a machine with other work. */
const LONGEST = 120_000;

/** Runs `body` where all programs are installed; skips by name where one is not. */
export function testWithPrograms(programs: readonly string[], says: string, body: () => Promise<void>): void {
  testUnless(programs.filter(isMissing), says, body);
}

/**
 * As testWithPrograms, with g++ and libraries of C++.
 * @param headers by the Debian package that has it: a header below /usr/include.
 */
export function testWithLibraries(
  headers: Readonly<Record<string, string>>,
  says: string,
  body: () => Promise<void>,
): void {
  const absent = Object.entries(headers).filter(([, header]) => !existsSync(join('/usr/include', header)));
  testUnless([...['g++'].filter(isMissing), ...absent.map(([name]) => name)], says, body);
}

/** @param missing names of what is not on this machine. */
export function testUnless(missing: readonly string[], says: string, body: () => Promise<void>): void {
  if (missing.length === 0) test(says, body, LONGEST);
  // Outside the project: CONTRIBUTING.md lists them.
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
