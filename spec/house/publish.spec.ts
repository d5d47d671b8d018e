// What `npm publish` would send: its files by weight, and the licences of the code in them. The registry is one of the
// spec's own, which knows no package. Needs dist/, which `npm test` builds first.

import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { runAside } from '#harness/command.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const manifest = JSON.parse(read('package.json'));

interface Sent {
  readonly id: string;
  readonly files: readonly { readonly path: string; readonly size: number }[];
  readonly size: number;
}
const asked: string[] = [];
let registry: Server;
let sent: Sent;

beforeAll(async () => {
  registry = createServer(({ method, url }, response) => {
    asked.push(`${method} ${url}`);
    response.writeHead(404, { 'Content-Type': 'application/json' }).end('{"error":"not found"}');
  });
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`;
  // --ignore-scripts: a build here would replace dist/ under the specs that run at the same time.
  const flags = ['--dry-run', '--ignore-scripts', '--json', '--access', 'public', '--registry', address];
  const printed = JSON.parse(await runAside(root, 'npm', 'publish', ...flags));
  sent = printed[manifest.name] ?? printed;
});
afterAll(() => {
  registry.closeAllConnections();
  registry.close();
});

describe('npm publish --dry-run', () => {
  test('is of this version, and sends nothing', () => {
    expect(sent.id).toBe(`${manifest.name}@${manifest.version}`);
    expect(asked.filter((line) => !line.startsWith('GET '))).toEqual([]);
  });
  test('says to the registry what the package is, and is open to be published', () => {
    expect(manifest).toMatchObject({ license: 'MIT', description: expect.any(String), engines: { node: '>=20' } });
    expect(manifest.private).toBeUndefined();
    expect(manifest.keywords.length).toBeGreaterThan(3);
  });
  test('has the licence, the changelog, and how to report a vulnerability', () => {
    const paths = sent.files.map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'CHANGELOG.md', 'SECURITY.md']));
  });

  /** MB of everything but the page, its pictures among it. Each file is weighed alone, which is never less. */
  const MOST = 3;
  test(`packed, all but the page and its pictures is ${MOST} MB at most`, () => {
    const isOfPage = (path: string) =>
      path.startsWith('dist/workbench/') || /^examples\/(workbench|trainer)\/.+\.(png|webp|webm)$/.test(path);
    const others = sent.files.filter(({ path }) => !isOfPage(path));
    const weights = others.map(({ path }) => gzipSync(readFileSync(join(root, path)), { level: 9 }).length);
    const total = weights.reduce((sum, bytes) => sum + bytes, 0);
    const megabytes = (bytes: number) => (bytes / 1e6).toFixed(2);
    process.stdout.write(`packed ${megabytes(sent.size)} MB; all but the page ${megabytes(total)} MB\n`);
    expect(others.length).toBeGreaterThan(150);
    expect(total).toBeLessThanOrEqual(MOST * 1e6);
  });
});

describe('dist/THIRD-PARTY-LICENCES.txt', () => {
  const text = read('dist/THIRD-PARTY-LICENCES.txt');
  const sections = text.split(`\n${'-'.repeat(80)}\n\n`).slice(1);
  const names = sections.map((section) => /^(@?[\w./-]+) [\d.]+\S* \(.+\)\n/.exec(section)?.[1]);

  test('has a text for each package, whose licence lets its code be part of this one', () => {
    expect(sections.length).toBeGreaterThan(10);
    const free = /^\S+ \S+ \((MIT|ISC|BSD-[23]-Clause|Apache-2\.0|Unlicense|0BSD|\(WTFPL OR MIT\))\)\n\n/;
    expect(sections.filter((section) => !free.test(section) || section.length < 300)).toEqual([]);
  });
  test('names every package whose code the sources import and which is not installed with kerf', () => {
    const installed = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
    const sources = ['lib', 'datasets'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts') && !name.includes('module/'))
        .map((name) => read(join(folder, name))),
    );
    const imported = sources.flatMap((source) =>
      [...source.matchAll(/^(?:import|export) (?!type )[^;]*? from '(@?[a-z][^']*)'|\bimport\('([a-z@][^']*)'\)/gm)]
        .map(([, statement, call]) => statement ?? call)
        .filter((name) => !/^(node:|kerf)/.test(name)),
    );
    const packages = new Set(imported.map((name) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] as string));
    const carried = [...packages].filter((name) => !installed.includes(name));
    expect(carried).toEqual(
      expect.arrayContaining(['robust-predicates', 'js-xxhash', 'fraction.js', 'nifti-reader-js', 'dicom-parser']),
    );
    expect(carried.filter((name) => !names.includes(name))).toEqual([]);
    // These are also peers; parts of them are in dist/ all the same.
    expect(names).toEqual(expect.arrayContaining(['@kitware/vtk.js', 'mathjs', 'fflate', 'meshoptimizer']));
  });
});
