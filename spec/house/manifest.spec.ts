// package.json, the lock file, the README and .ci/run tell the same story as the build.

import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const manifest = JSON.parse(read('package.json')) as {
  main: string;
  types: string;
  bin: Record<string, string>;
  exports: Record<string, string | Record<string, string>>;
};

/** Every file that package.json promises: exports, main, types, bin. */
const promised = [
  ...Object.values(manifest.exports).flatMap((entry) => (typeof entry === 'string' ? [entry] : Object.values(entry))),
  ...[manifest.main, manifest.types, ...Object.values(manifest.bin)],
];

describe('package.json', () => {
  test.each([...new Set(promised)])('%s is there after a build', (path) =>
    expect(existsSync(join(root, path))).toBe(true),
  );
  test('the command line can be executed', () => {
    expect(read('dist/cli.js').startsWith('#!/usr/bin/env node\n')).toBe(true);
    expect(statSync(join(root, 'dist/cli.js')).mode & 0o111).toBe(0o111);
  });
});

test('package-lock.json records no download addresses', () => {
  const locked = JSON.parse(read('package-lock.json')) as { packages: Record<string, { resolved?: string }> };
  expect(Object.keys(locked.packages).length).toBeGreaterThan(100);
  expect(Object.entries(locked.packages).filter(([, entry]) => entry.resolved !== undefined)).toEqual([]);
});

describe('the two commands', () => {
  const commands = ['npm install && npm start', 'npm install && npm test'];
  test('are lines of the README', () => {
    expect(
      read('README.md')
        .split('\n')
        .map((line) => line.trim()),
    ).toEqual(expect.arrayContaining(commands));
  });
  test('are the first that .ci/run runs, letter by letter', () => {
    const steps = [...read('.ci/run').matchAll(/^step '(.+)'$/gm)].map((match) => match[1]);
    expect(steps.slice(0, 2)).toEqual(commands);
    expect(steps.slice(2)).toEqual(
      ['lint', 'format:check', 'types', 'docs', 'test:deep'].map((name) => `npm run ${name}`),
    );
  });
});
