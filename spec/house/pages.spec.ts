// Every .md file of the repository: its links lead somewhere; and what the check finds in planted faults.

import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { fileBreaches, linkBreaches, pageBlocks, pagePaths, readPage, widthBreaches } from '#spec/docs/pages.mjs';
import { temporaryFolder } from '#harness/temporary-folder.ts';

const root = join(import.meta.dirname, '../..');
const pages = pagePaths(root);

describe('the pages', () => {
  test('were found', () => {
    expect(pages).toEqual(expect.arrayContaining(['README.md', 'CHANGELOG.md', 'lib/README.md', 'wgsl/README.md']));
    expect(pages.length).toBeGreaterThan(20);
    // The guides, in the order in which their overview links to them, before all other folders.
    const guides = [
      'README',
      'install',
      'first-contact',
      'true-spheres',
      'your-own-ct',
      'haptics',
      'cutting',
      'in-a-page',
    ];
    expect(pages.slice(1, 1 + guides.length)).toEqual(guides.map((name) => `examples/guides/${name}.md`));
    expect(pages.indexOf('lib/README.md')).toBeLessThan(pages.indexOf('lib/base/core/README.md'));
  });
  test('have a heading; each link names a file, each anchor a heading', () =>
    expect(linkBreaches(root, pages)).toEqual([]));
  test('have lines of 120 columns at most, save tables and addresses', () => {
    expect(widthBreaches(root, pages)).toEqual([]);
  });
  test('name the files of their rooms, and none that is gone', () => {
    const sources = ['lib', 'datasets', 'wgsl', 'spec', 'examples'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
        .filter((path) => /\.(ts|mjs|wgsl)$/.test(path)),
    );
    const rooms = pages
      .filter((path) => /^(lib\/.+|datasets(\/.+)?)\/README\.md$/.test(path))
      .map((path) => path.slice(0, -'/README.md'.length));
    expect(rooms.length).toBeGreaterThan(20);
    expect(fileBreaches(root, rooms, sources)).toEqual([]);
  });
});

describe('a planted breach is found:', () => {
  const breaches = async (text: string, of = linkBreaches) => {
    const folder = await temporaryFolder('pages');
    mkdirSync(join(folder, 'room'));
    writeFileSync(join(folder, 'room/README.md'), text);
    writeFileSync(join(folder, 'README.md'), '# Top\n\n## A `name`, twice\n\n## A `name`, twice\n');
    return of(folder, ['README.md', 'room/README.md']).join('; ');
  };

  test.each([
    ['a page without a heading', 'words', 'room/README.md has no heading'],
    ['a link to no file', '# a\n[b](b.md)', 'b.md is no file'],
    ['a link to a folder', '# a\n[b](../room)', '../room is no file'],
    ['a picture that is missing', '# a\n![b](b.svg)', 'b.svg is no file'],
    ['a reference to no file', '# a\n[b][c]\n\n[c]: d.md', 'd.md is no file'],
    ['an anchor of no heading', '# a\n[b](#c)', 'has no heading #c'],
    ['an anchor of no heading elsewhere', '# a\n[b](../README.md#c)', 'README.md has no heading #c'],
    ['an anchor in what is no page', '# a\n[b](../package.json#c)', 'is no file'],
    ['a way out', '# a\n[b](../../package.json)', 'leads out of the repository'],
    ['an absolute path', '# a\n[b](/README.md)', 'leads out of the repository'],
  ])('%s', async (_what, text, says) => expect(await breaches(text)).toContain(says));

  test('a file that its room does not name, and a name of no file', async () => {
    const folder = await temporaryFolder('pages');
    mkdirSync(join(folder, 'lib/a/b'), { recursive: true });
    const sources = ['lib/a/c.ts', 'lib/a/d.ts', 'lib/a/index.ts', 'lib/a/b/e.ts'];
    writeFileSync(join(folder, 'lib/a/README.md'), '# a\n\n`c.ts` and `b/`, and `f.ts`\n');
    expect(fileBreaches(folder, ['lib/a'], sources)).toEqual([
      'lib/a/README.md does not name d.ts',
      'lib/a/README.md names f.ts, and there is no such file',
    ]);
  });

  test('and what holds is let through', async () => {
    const text =
      '# a\n[b](https://b.c/d#e) [f](../README.md#a-name-twice-1) [g](#a) `[h](i.md)`\n\n```\n[j](k.md)\n```\n';
    expect(await breaches(text)).toBe('');
    expect(readPage(text)).toMatchObject({ title: 'a', anchors: ['a'] });
  });

  test('a line of 121 columns, and none of a table or of one address', async () => {
    const words = `${'ab '.repeat(40)}a`;
    expect(await breaches(`# a\n\n${words}\n`, widthBreaches)).toBe('room/README.md:3 has more than 120 columns');
    const address = `https://${'a'.repeat(130)}`;
    const fine = [words.slice(0, 120), `| ${words} | ${words} |`, address, `[a](${address})`, `[a]: ${address} "a"`];
    expect(await breaches(`# a\n\n${fine.join('\n\n')}\n`, widthBreaches)).toBe('');
  });
});

test('code blocks: the file that the words above name last, and what a block in text says is printed', () => {
  const text = 'Save `a.html`, then `b.mjs`:\n\n```js\n1\n```\n\nIt prints:\n\n```text\n2\n```\n\n```sh\n3\n```\n';
  expect(pageBlocks(text)).toEqual([
    { language: 'js', code: '1\n', file: 'b.mjs', prints: '2\n' },
    { language: 'sh', code: '3\n', file: null, prints: null },
  ]);
});
