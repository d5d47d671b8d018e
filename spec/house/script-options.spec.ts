// This project's scripts, called by a user who does not know them: usage on stdout, or a sentence on stderr.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');
const run = (...args: string[]) => spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
const BENCH = ['--expose-gc', 'spec/bench/bench.mjs'];

test.each([
  ['npm run bench -- [section]', [...BENCH, '--help']],
  ['npm run bench -- haptics [--cutting]', [...BENCH, 'haptics', '--help']],
  ['npm run mutate -- [--only <text>]', ['spec/mutation/mutate.mjs', '--help']],
])('%s prints it with --help', (usage, args) => {
  const { status, stdout, stderr } = run(...args);
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout.startsWith(`Usage: ${usage}`)).toBe(true);
});

test.each([
  ["Unknown option '--nonsense'.", [...BENCH, 'gpu', '--nonsense']],
  ['many are no such sizes.', [...BENCH, 'gpu', '--sizes', 'many']],
  ['There is no section "none"', [...BENCH, 'none']],
  ['No fault has "xyzzy"', ['spec/mutation/mutate.mjs', '--only', 'xyzzy']],
])('%s', (says, args) => {
  const { status, stdout, stderr } = run(...args);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr.startsWith(says)).toBe(true);
  expect(stderr).not.toMatch(/\n {4}at /);
});
