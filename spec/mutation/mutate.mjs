// Faults, planted one at a time in a copy of the tree → which spec notices each; fails if none does.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scriptOptions } from '../harness/script-options.mjs';
import { faults } from './faults.mjs';
import { lineOf, plant } from './plant.mjs';
import { runSpecs } from './run-specs.mjs';
import { specsFor } from './specs-for.mjs';
import { markdown } from './table.mjs';
import { copyTrees } from './trees.mjs';

const WORKERS = 2;

const { values, refuse } = scriptOptions('npm run mutate -- [--only <text>]', {
  only: { type: 'string', default: '' },
});
const chosen = faults.filter(({ file, says }) => `${file} ${says}`.includes(values.only));
if (chosen.length === 0) refuse(`No fault has "${values.only}" in its file or words.`);

const root = join(import.meta.dirname, '../..');
const trees = copyTrees(root, WORKERS);
process.on('exit', trees.remove);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(2));

const sources = new Map(chosen.map(({ file }) => [file, readFileSync(join(trees.clean, file), 'utf8')]));
const planted = chosen.map((fault) => plant(sources.get(fault.file), fault));

const started = performance.now();
const results = [];
const usual = new Map();
let next = 0;
await Promise.all(trees.planted.map((tree) => work(tree)));
const seconds = (performance.now() - started) / 1000;

const table = markdown({ results, seconds });
mkdirSync(join(root, 'out'), { recursive: true });
writeFileSync(
  join(root, 'out/mutations.json'),
  `${JSON.stringify({ node: process.version, seconds, results }, null, 2)}\n`,
);
writeFileSync(join(root, 'out/mutations.md'), `${table}\n`);
console.log(table);
process.exitCode = results.every(({ caughtBy }) => caughtBy !== null) ? 0 : 1;

/** Processes faults in turn until none is left. */
async function work(tree) {
  while (next < chosen.length) {
    const index = next++;
    const fault = chosen[index];
    const path = join(tree, fault.file);
    writeFileSync(path, planted[index]);
    const found = await ask(tree, specsFor(tree, fault.file));
    writeFileSync(path, sources.get(fault.file));
    results[index] = { ...fault, line: lineOf(sources.get(fault.file), fault), ...found };
    console.error(`${index + 1} of ${chosen.length}: ${fault.file}, ${fault.says}: ${found.caughtBy ?? 'SURVIVED'}`);
  }
}

/** The first spec that is not green on a tree with a fault. @param groups see specsFor. */
async function ask(tree, groups) {
  for (const group of groups) {
    const { verdict, spec, tests, seconds: taken } = await runSpecs(tree, group, await usualSeconds(group));
    if (verdict !== 'green') return { caughtBy: spec, verdict, tests, seconds: taken };
  }
  return { caughtBy: null, verdict: 'green', tests: [], seconds: 0 };
}

/**
 * The time of specs on the tree without faults, measured before their first verdict on a fault counts: a spec that is
 * red anyway proves nothing.
 */
function usualSeconds(group) {
  const key = JSON.stringify(group);
  if (!usual.has(key)) usual.set(key, runGreen(group));
  return usual.get(key);
}

async function runGreen(group) {
  const { verdict, spec, tests, seconds: taken } = await runSpecs(trees.clean, group);
  if (verdict === 'green') return taken;
  console.error(`${spec} is not green on the tree without faults (${verdict}): ${tests.join('; ')}`);
  process.exit(2);
}
