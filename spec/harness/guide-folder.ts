// A folder as a reader of the guides has it: a project of ES modules in which kerf and its peers are installed.

import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './temporary-folder.ts';

const root = join(import.meta.dirname, '../..');

/** Needs dist/. kerf is the checkout itself, by a link. */
export async function guideFolder(name: string): Promise<string> {
  const folder = await temporaryFolder(name);
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  symlinkSync(root, join(folder, 'node_modules/kerf'));
  symlinkSync('../kerf/dist/cli.js', join(folder, 'node_modules/.bin/kerf'));
  for (const peer of ['three', '@kitware'])
    symlinkSync(join(root, 'node_modules', peer), join(folder, 'node_modules', peer));
  return folder;
}
