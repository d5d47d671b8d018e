// Every code block of the guides runs, in the order in which it stands, and prints what its page says. Needs dist/,
// which `npm test` builds first.

import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { guideFolder } from '#harness/guide-folder.ts';
import { pageBlocks } from '#spec/docs/pages.mjs';

const GUIDES = join(import.meta.dirname, '../../examples/guides');
/** By their first lines, the blocks that another spec runs instead. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'npm install && npm pack': 'spec/house/pack.spec.ts',
  'npm install /path/to/kerf-0.1.0.tgz': 'spec/house/pack.spec.ts',
  '<script type="module">': 'spec/browser/by-address.spec.ts',
};
/** Files of a page, which spec/browser/guide-page.spec.ts opens in a browser. */
const OPENED = /\.(js|html)$/;

const guides = readdirSync(GUIDES).filter((name) => name.endsWith('.md'));
const blocksOf = (name: string) => pageBlocks(readFileSync(join(GUIDES, name), 'utf8'));

test('the guides are found, and so is each block that another spec runs', () => {
  expect(guides.length).toBeGreaterThan(8);
  const first = guides.flatMap((name) => blocksOf(name).map(({ code }) => code.split('\n')[0]));
  expect(first).toEqual(expect.arrayContaining(Object.keys(ELSEWHERE)));
});

test.each(guides)('%s', async (name) => {
  const folder = await guideFolder('guide');
  // For files that a page's bundler would write.
  mkdirSync(join(folder, 'out'));
  for (const { language, code, file, prints } of blocksOf(name)) {
    if ((code.split('\n')[0] ?? '') in ELSEWHERE) continue;
    if (file !== null) writeFileSync(join(folder, file), code);
    if (file !== null && OPENED.test(file)) continue;
    const [program, ...args] = commandOf(language, code, file);
    const ran = spawnSync(program, args, { cwd: folder, encoding: 'utf8', timeout: 240_000 });
    expect({ code, status: ran.status, stderr: ran.status === 0 ? '' : ran.stderr }).toEqual({
      code,
      status: 0,
      stderr: '',
    });
    if (prints !== null) expect(ran.stdout).toBe(prints);
  }
});

function commandOf(language: string, code: string, file: string | null): [string, ...string[]] {
  if (language === 'sh') return ['bash', '-euo', 'pipefail', '-c', code];
  if (language === 'js' && file !== null) return [process.execPath, file];
  throw new Error(`A block of language "${language}" and file ${file} cannot be run; name its file above it:\n${code}`);
}
