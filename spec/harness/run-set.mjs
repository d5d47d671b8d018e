// `quick`, `deep`, `long` or `changed` → a jest run of that set of specs; `long` is all specs with the whole of every
// corpus. What follows the first three goes to jest and selects among all specs, of which the quick and the deep tests
// run. `changed` may be followed by the commit since which changes count.

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { spawnJest } from './spawn-jest.mjs';
import { resultsOf, specSets } from './spec-sets.mjs';

const [set, ...given] = process.argv.slice(2);
if (!['quick', 'deep', 'long', 'changed'].includes(set)) {
  console.error('usage: node spec/harness/run-set.mjs quick|deep|long|changed [arguments]');
  process.exit(2);
}
if (set === 'long') process.env.KERF_LONG = '1';
process.exit(await run());

async function run() {
  if (set === 'changed') return changed(given[0] ?? mergeBase());
  if (given.length > 0) return spawnJest(...given);
  const status = await whole(set);
  if (set === 'quick') console.log(restOf(specSets.deep.length));
  return status;
}

function whole(name) {
  // An aborted run leaves no verdict, not even an older one.
  rmSync(resultsOf(name), { force: true });
  process.env.KERF_SET = name;
  return spawnJest('--json', `--outputFile=${resultsOf(name)}`, '--runTestsByPath', ...specSets[name]);
}

/** All specs that import a file that differs from that commit, whether committed or not. */
function changed(since) {
  return spawnJest(`--changedSince=${since}`, '--passWithNoTests');
}

function mergeBase() {
  for (const main of ['main', 'origin/main'])
    try {
      const git = ['merge-base', main, 'HEAD'];
      return execFileSync('git', git, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    } catch {}
  console.error('There is no branch main to compare with; name a commit: npm run test:changed -- <commit>.');
  process.exit(2);
}

function restOf(files) {
  let tests = '';
  if (existsSync(resultsOf('deep'))) {
    const { numTotalTests } = JSON.parse(readFileSync(resultsOf('deep'), 'utf8'));
    tests = `, ${numTotalTests.toLocaleString('en')} tests when they were last run here`;
  }
  return `The deep tests are in ${files} spec files${tests}; npm run test:deep runs them.`;
}
