// Places in source files → a plugin of esbuild that inserts counters there as the text is bundled; the bench stops if
// a text does not occur exactly once.

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { plant } from '../mutation/plant.mjs';

const root = join(import.meta.dirname, '../..');

/** @param tests `{ file, says, find, counter, behind? }`: text put before and behind `find` in a file. */
export function countingPlugin(tests) {
  const counted = ({ path }) => {
    const own = tests.filter(({ file }) => resolve(path) === resolve(root, file));
    if (own.length === 0) return undefined;
    const text = readFileSync(path, 'utf8');
    const contents = own.reduce(
      (so, { file, says, find, counter, behind = '' }) =>
        plant(so, { file, says, find, replace: `${counter}${find}${behind}` }),
      text,
    );
    return { contents, loader: 'ts' };
  };
  return { name: 'count tests', setup: ({ onLoad }) => onLoad({ filter: /\.ts$/ }, counted) };
}
