// The working tree → copies of what the specs need, in a temporary folder.

import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const COPIED = ['lib', 'wgsl', 'spec', 'datasets', 'package.json', 'tsconfig.json'];

/**
 * @returns a tree without faults, and one for each worker to plant faults in, all copied from the files of one moment.
 */
export function copyTrees(root, workers) {
  const folder = mkdtempSync(join(tmpdir(), 'kerf-mutation-'));
  const clean = join(folder, 'clean');
  mkdirSync(clean);
  for (const name of COPIED) cpSync(join(root, name), join(clean, name), { recursive: true });
  const planted = Array.from({ length: workers }, (_, i) => join(folder, `planted-${i}`));
  for (const tree of planted) cpSync(clean, tree, { recursive: true });
  for (const tree of [clean, ...planted]) symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
  return { clean, planted, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
