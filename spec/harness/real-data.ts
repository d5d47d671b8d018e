// Files of the real data outside the project → bytes for a test, or a skipped test that names what is missing.

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from '@jest/globals';
import { dataFolder } from './data-folder.ts';

/** Runs `body` with the paths of these files; skips and names what is missing if one is absent. */
export function testWithData(
  files: readonly string[],
  says: string,
  body: (...paths: string[]) => Promise<void>,
  timeout?: number,
): void {
  const paths = files.map((file) => resolve(dataFolder, file));
  const missing = files.filter((_, i) => !existsSync(paths[i]));
  if (missing.length === 0) test(`${files.join(', ')}: ${says}`, () => body(...paths), timeout);
  else test.skip(`${says}: missing ${missing.join(', ')}, set KERF_DATA to the folder that holds it`, () => {});
}
