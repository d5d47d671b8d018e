// This project's scripts, called by a user who does not know them: usage on stdout, or a sentence on stderr.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { inDeep, inLong } from '#harness/sets.ts';

const ROOT = join(import.meta.dirname, '../..');
const run = (...args: string[]) => spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
const BENCH = ['--expose-gc', 'spec/bench/bench.mjs'];

const shows = (calls: readonly [usage: string, args: readonly string[]][]) =>
  test.each(calls)('%s prints it with --help', (usage, args) => {
    const { status, stdout, stderr } = run(...args);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout.startsWith(`Usage: ${usage}`)).toBe(true);
  });
const refuses = (calls: readonly [says: string, args: readonly string[]][]) =>
  test.each(calls)('%s', (says, args) => {
    const { status, stdout, stderr } = run(...args);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr.startsWith(says)).toBe(true);
    expect(stderr).not.toMatch(/\n {4}at /);
  });

refuses([['There is no section "none"', [...BENCH, 'none']]]);
inDeep(() => {
  shows([
    ['npm run bench -- haptics [--cutting]', [...BENCH, 'haptics', '--help']],
    ['npm run mutate -- [--only <text>]', ['spec/mutation/mutate.mjs', '--help']],
    ['npm run compare -- [--poses 500]', ['spec/compare/compare.mjs', '--help']],
  ]);
  refuses([
    ["Unknown option '--nonsense'.", [...BENCH, 'gpu', '--nonsense']],
    ['many are no such sizes.', [...BENCH, 'gpu', '--sizes', 'many']],
    ['No fault has "xyzzy"', ['spec/mutation/mutate.mjs', '--only', 'xyzzy']],
    ['One of these options has no such value.', ['spec/compare/compare.mjs', '--in', 'moon']],
  ]);
});
inLong(() => shows([['npm run bench -- [section]', [...BENCH, '--help']]]));
