// Sources → dist/, unless it is newer than all of them: `npm test` behind `npm start` finds it made. For `npm run`, which
// knows where the tools are.

import { execSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const FOLDERS = ['lib', 'datasets', 'wasm', 'wgsl'];
const FILES = ['build.mjs', 'package.json', 'rollup.config.mjs', 'rollup.types.config.mjs', 'tsconfig.json'];
/** What a build writes last. */
const LAST = 'dist/types/datasets.d.ts';

/** Of folders as well, which change when a file of theirs is taken away. npm install writes package-lock.json anew. */
function newest() {
  const within = FOLDERS.flatMap((folder) => [
    folder,
    ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  ]);
  return Math.max(...[...FILES, ...within].map((path) => statSync(path).mtimeMs));
}

if (existsSync(LAST) && statSync(LAST).mtimeMs > newest()) console.log('dist/ is newer than its sources.');
else {
  const declarations = 'node node_modules/@typescript/native/bin/tsc -p lib/tsconfig.types.json';
  execSync(`rollup -c && ${declarations} && rollup -c rollup.types.config.mjs`, { stdio: 'inherit' });
}
