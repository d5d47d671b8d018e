// spec/deep-set.json and the existing spec files → the two sets: what `npm test` runs and what `npm run test:deep`
// runs.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Why specs are in the deep set, and which ones; a spec on no list is in the quick set. */
export const deepReasons = JSON.parse(readFileSync(join(root, 'spec/deep-set.json'), 'utf8'));

/** Paths from the project's root, in order. */
export const specFiles = readdirSync(join(root, 'spec'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.spec.ts'))
  .map((name) => `spec/${name.replaceAll('\\', '/')}`)
  .sort();

const listed = new Set(Object.values(deepReasons).flat());

export const specSets = {
  quick: specFiles.filter((path) => !listed.has(path)),
  deep: specFiles.filter((path) => listed.has(path)),
};

/** The file with jest's results of a set's run. */
export const resultsOf = (set) => join(root, `out/${set}-results.json`);
