// The path of a user's module → its exports.

import { access } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { EngineModule } from '#validation';
import { withFileErrors } from '../exit-code.ts';

/** @throws FileAccessError; whatever the module throws while loading. */
export async function importUsersModule(path: string): Promise<Partial<EngineModule>> {
  await withFileErrors('read', path, () => access(path));
  return import(pathToFileURL(resolve(path)).href);
}
