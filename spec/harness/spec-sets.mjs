// spec/sets.json and the existing spec files → the sets: what `npm test`, `npm run test:deep` and, besides both,
// `npm run test:long` run.

import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** By set, why specs are in it and which ones; a spec on no list is in the quick set. */
export const setReasons = JSON.parse(readFileSync(join(root, 'spec/sets.json'), 'utf8'));

/** Paths from the project's root, in order. */
export const specFiles = readdirSync(join(root, 'spec'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.spec.ts'))
  .map((name) => `spec/${name.replaceAll('\\', '/')}`)
  .sort();

const listed = (set) => new Set(Object.values(setReasons[set]).flat());
const [deep, long] = [listed('deep'), listed('long')];

const quick = specFiles.filter((path) => !deep.has(path) && !long.has(path));
const hasDeepTests = (path) => /^\s*inDeep\(/m.test(readFileSync(join(root, path), 'utf8'));

export const specSets = {
  quick,
  /** Some of the quick files have deep tests as well. */
  deep: specFiles.filter((path) => deep.has(path) || (!long.has(path) && hasDeepTests(path))),
  /** All. */
  long: specFiles,
};

/** Whether no test of it is in the quick set. */
export const isWhollyDeep = (path) => deep.has(relative(root, path).replaceAll('\\', '/'));

/** The file with jest's results of a set's run. */
export const resultsOf = (set) => join(root, `out/${set}-results.json`);
