// CONTRIBUTING.md's worked examples: each names every file of lib/ and wgsl/ in which the example's words occur.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
const [, examples = ''] = /\n## Four worked examples\n([\s\S]*?\n\n)## /.exec(page) ?? [];

const sources = ['lib', 'wgsl'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => /\.(ts|wgsl)$/.test(path)),
);
const textOf = new Map(sources.map((path) => [path, readFileSync(join(root, path), 'utf8')]));

/** "A command, `convert` (`ConvertFlags`):" and the list after it. */
const found = [...examples.matchAll(/^A [a-z ]+, `([\w-]+)` \((.+)\):\n\n((?:- [\s\S]*?\n)+?)(?=\n)/gm)];
const cases = found.map(([, name, names, list]) => ({
  name,
  words: [...names.matchAll(/`(\w+)`/g)].map(([, word]) => word),
  listed: [...list.matchAll(/`((?:lib|wgsl)\/[^`]+\.(?:ts|wgsl))`/g)].map(([, path]) => path),
}));

test('there are four', () => expect(cases.map(({ name }) => name)).toEqual(['bvh-front', 'obj', 'convert', 'intersect-pairs'])); // biome-ignore format: a line

test.each(cases)('$name: the files that have its words are those of the list', ({ name, words, listed }) => {
  // Its name as a string, in a file's name, or one of its words.
  const has = new RegExp(`'${name}'|${name}-candidates|-${name}\\b|${name}\\.|\\b(${words.join('|')})\\b`);
  const having = sources.filter((path) => has.test(path) || has.test(textOf.get(path) ?? ''));
  for (const path of listed) expect([path, existsSync(join(root, path))]).toEqual([path, true]);
  expect(having.filter((path) => !listed.includes(path))).toEqual([]);
  expect(having.length).toBeGreaterThan(1);
});
