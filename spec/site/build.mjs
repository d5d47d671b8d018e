// The docs, the workbench and the benchmark's table → a folder that any static host serves, under any path: by default
// out/site. Needs dist/.

import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, posix, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { siteLinks } from '../docs/site-links.mjs';
import { scriptOptions } from '../harness/script-options.mjs';
import { docPages, firstOf, readPart, sectionOf } from './docs-parts.mjs';
import { joinPages } from './join-pages.mjs';
import { seal } from './seal.mjs';
import { searchIndex } from './search-index.mjs';

const root = resolve(import.meta.dirname, '../..');
const { values } = scriptOptions('npm run site -- [--out out/site]', { out: { type: 'string', default: 'out/site' } });
const site = resolve(root, values.out);
const started = performance.now();
const here = (name) => join(import.meta.dirname, name);
const run = (args, env) =>
  promisify(execFile)(process.execPath, args, { cwd: root, env: { ...process.env, ...env } }).catch((error) => {
    throw new Error(`${args[0]}:\n${error.stdout}${error.stderr}`);
  });

rmSync(site, { recursive: true, force: true });
mkdirSync(join(site, 'workbench'), { recursive: true });
// The phantom that the build made stays.
cpSync(join(root, 'dist/workbench'), join(site, 'workbench'), { recursive: true });
await Promise.all([
  run(['spec/docs/site.mjs', '--out', join(site, 'docs')]),
  run(['examples/workbench/build.mjs'], { KERF_WORKBENCH: join(site, 'workbench') }),
]);

for (const name of ['site.css', 'visit.js', 'search.js', 'rank.js']) cpSync(here(name), join(site, name));
for (const path of ['LICENSE', 'dist/THIRD-PARTY-LICENCES.txt'])
  cpSync(join(root, path), join(site, posix.basename(path).replace(/^LICENSE$/, 'LICENCE.txt')));
writeFileSync(join(site, 'search.json'), JSON.stringify(searchIndex(site)));

const pageOf = docPages(site);
const front = readPart(site, 'docs/index.html');
const bench = readPart(site, pageOf(join(root, 'spec/bench/README.md')));
const parts = {
  version: JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version,
  picture: firstOf(front, 'img'),
  elsewhere: firstOf(front, 'p:has(+ ul)') + firstOf(front, 'ul'),
  numbers: sectionOf(front, 'four-numbers'),
  program: firstOf(front, 'pre:has(code.js)'),
  plot: firstOf(bench, 'img'),
  benchmark: sectionOf(bench, 'skull-phantom-and-saw'),
};
for (const name of ['index.html', 'benchmark.html', 'search.html']) {
  const page = readFileSync(here(name), 'utf8')
    .replaceAll(/\{\{(\w+)\}\}/g, (_, part) => parts[part])
    .replaceAll(/"page:([^"]+)"/g, (_, source) => `"${pageOf(join(root, source))}"`);
  writeFileSync(join(site, name), page);
}
joinPages(site);

const { checked, broken } = siteLinks(site);
for (const line of broken) console.error(line);
const { count, bytes } = seal(site);
const seconds = ((performance.now() - started) / 1000).toFixed(0);
console.log(
  `${relative(root, site)}: ${count} files, ${(bytes / 1e6).toFixed(1)} MB, ${checked} links within it, ${seconds} s`,
);
if (broken.length > 0) process.exit(1);
