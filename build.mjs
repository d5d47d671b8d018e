// Sources → dist/, unless it is newer than all of them: `npm test` behind `npm start` finds it made. For `npm run`,
// which knows where the tools are.

import { spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const FOLDERS = ['lib', 'datasets', 'wgsl', 'examples/workbench'];
const FILES = ['build.mjs', 'package.json', 'rollup.config.mjs', 'rollup.types.config.mjs', 'tsconfig.json'];
/** What a build writes last. */
const LAST = 'dist/workbench/skull-phantom.ply';

/** Of folders as well, which change when a file of theirs is taken away. npm install writes package-lock.json anew. */
function newest() {
  const within = FOLDERS.flatMap((folder) => [
    folder,
    ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  ]);
  return Math.max(...[...FILES, ...within].map((path) => statSync(path).mtimeMs));
}

/** @throws Error if the command fails. */
function run(command) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, { shell: true, stdio: 'inherit' });
    child.on('error', reject);
    child.on('exit', (status) => (status === 0 ? resolve() : reject(new Error(`${command}: exit status ${status}`))));
  });
}

if (existsSync(LAST) && statSync(LAST).mtimeMs > newest()) console.log('dist/ is newer than its sources.');
else {
  // The declarations are made of the sources alone; what names what the modules export is made of both.
  await Promise.all([run('rollup -c'), run('node node_modules/@typescript/native/bin/tsc -p lib/tsconfig.types.json')]);
  await Promise.all([run('rollup -c rollup.types.config.mjs'), run('node examples/workbench/build.mjs')]);
}
