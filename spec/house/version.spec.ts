// The version stands in package.json; every other file that states one states that, and so does the changelog.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { silentFiles, statedVersions, statingFiles, withVersion } from '#spec/release/version.mjs';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const { version } = JSON.parse(read('package.json')) as { version: string };
const files = statingFiles(root);

describe('the version of package.json', () => {
  test('is a semantic one', () => expect(version).toMatch(/^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}(-[0-9A-Za-z-.]+)?$/));
  test('is that of the lock file', () => {
    const lock = JSON.parse(read('package-lock.json'));
    expect([lock.version, lock.packages[''].version]).toEqual([version, version]);
  });
  test('is the only one stated, and clients, citation, pages and images state it', () => {
    const stated = files.flatMap((path) => statedVersions(path, read(path)).map((one) => ({ path, one })));
    expect(stated.filter(({ one }) => one !== version)).toEqual([]);
    expect(new Set(stated.map(({ path }) => path)).size).toBeGreaterThan(10);
    expect(silentFiles(read)).toEqual([]);
  });
});

describe('the script that states another', () => {
  test.each(['9.8.7', '10.0.0-rc.1'])('%s, everywhere, and nothing else is changed', (other) => {
    for (const path of files) {
      const text = read(path);
      const now = withVersion(path, text, other);
      const stated = statedVersions(path, text);
      expect([path, statedVersions(path, now)]).toEqual([path, stated.map(() => other)]);
      expect([path, withVersion(path, now, version)]).toEqual([path, text]);
    }
  });
  test('a version of another package is left alone', () => {
    const text = 'three@0.187.0 kerfs-1.2.3 xkerf-1.2.3 "version": "1.2.3"\n';
    expect(withVersion('README.md', text, '9.8.7')).toBe(text);
    expect(withVersion('README.md', 'kerf-1.2.3.tgz', '9.8.7')).toBe('kerf-9.8.7.tgz');
  });
});

describe('the changelog', () => {
  const headings = [...read('CHANGELOG.md').matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
  const parts = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security', 'Known limits'];

  test('begins with what is not released, then this version with its day, which the citation has too', () => {
    expect(headings[0]).toBe('[Unreleased]');
    const [, stated, day] = /^\[(.+)\] - (\d{4}-\d{2}-\d{2})$/.exec(headings[1]) ?? [];
    expect(stated).toBe(version);
    expect(new Date(day).toISOString().slice(0, 10)).toBe(day);
    expect(/^date-released: (.+)$/m.exec(read('CITATION.cff'))?.[1]).toBe(day);
  });
  test('has versions in descending order, each with a day, and the parts of Keep a Changelog', () => {
    const numbers = headings
      .slice(1)
      .map((heading) => /^\[(\d+)\.(\d+)\.(\d+)\] - /.exec(heading)?.slice(1).map(Number));
    const weights = numbers.map((part) => (part === undefined ? Number.NaN : part.reduce((a, b) => 1e4 * a + b, 0)));
    expect(weights).toEqual([...weights].sort((a, b) => b - a));
    expect(weights.some(Number.isNaN)).toBe(false);
    const others = [...read('CHANGELOG.md').matchAll(/^### (.+)$/gm)].map(([, part]) => part);
    expect(others.filter((part) => !parts.includes(part))).toEqual([]);
  });
});
