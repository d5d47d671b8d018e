// The path of a module that the user wrote → what it exports.

import { access } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { EngineModule } from '#validation';
import { withFileErrors } from '../exit-code.ts';

/** @throws FileAccessError; whatever the module throws while it is loaded. */
export async function importUsersModule(path: string): Promise<Partial<EngineModule>> {
  await withFileErrors('read', path, () => access(path));
  return import(pathToFileURL(resolve(path)).href);
}
