// package.json, the lock file, the README and .ci/run agree with the build.

import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const manifest = JSON.parse(read('package.json')) as {
  main: string;
  types: string;
  bin: Record<string, string>;
  exports: Record<string, Target>;
};
type Target = string | { readonly [condition: string]: Target };

interface LockedPackage {
  readonly resolved?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** Files of an entry of exports, whatever the conditions. */
function targets(entry: Target): readonly string[] {
  return typeof entry === 'string' ? [entry] : Object.values(entry).flatMap(targets);
}
/** Every file that package.json promises: exports, main, types, bin. */
const promised = [
  ...Object.values(manifest.exports).flatMap(targets),
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

describe('package-lock.json', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, LockedPackage> };

  /** Whether a package in `folder` finds one that it names, in its own node_modules or in one further up. */
  function isLocked(folder: string, name: string): boolean {
    for (let up = folder; ; up = up.slice(0, Math.max(0, up.lastIndexOf('/node_modules/')))) {
      if (`${up}${up && '/'}node_modules/${name}` in packages) return true;
      if (up === '') return false;
    }
  }

  test('records no download addresses', () => {
    expect(Object.keys(packages).length).toBeGreaterThan(100);
    expect(Object.entries(packages).filter(([, entry]) => entry.resolved !== undefined)).toEqual([]);
  });
  test('locks every package that a locked one names, those for other platforms as well', () => {
    let platforms = 0;
    const missing = Object.entries(packages).flatMap(([folder, { dependencies, optionalDependencies }]) => {
      platforms += Object.keys(optionalDependencies ?? {}).length;
      const named = Object.keys({ ...dependencies, ...optionalDependencies });
      return named.filter((name) => !isLocked(folder, name)).map((name) => `${folder} names ${name}`);
    });
    expect(platforms).toBeGreaterThan(50);
    expect(missing).toEqual([]);
  });
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
  test('are what .ci/run runs, letter by letter, behind a check of the lock file', () => {
    const steps = [...read('.ci/run').matchAll(/^step '(.+)'$/gm)].map((match) => match[1]);
    const isClean = 'git status --porcelain | { ! grep .; }';
    expect(steps).toEqual([
      'npm ci --dry-run',
      ...commands,
      isClean,
      ...['lint', 'format:check', 'types', 'docs', 'test:deep'].map((name) => `npm run ${name}`),
      isClean,
    ]);
  });
});
