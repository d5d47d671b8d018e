// package.json's version → every other place that states it. `npm version` runs it between the new number and the
// commit.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const NUMBER = String.raw`\d+\.\d+\.\d+(?:-[a-z]+\.\d+)?`;
/** Files that state it as their own, each with what stands before it. */
const OWN = {
  'CITATION.cff': /^version: /m,
  'examples/clients/python/pyproject.toml': /^version = "/m,
  'examples/clients/ros2/package.xml': /<version>/,
  'examples/clients/ros2/setup.py': /^ *version="/m,
  'examples/clients/unity/package.json': /^ {2}"version": "/m,
};
/** The tarball, an image made of it, and an address of its files, on pages and in scripts. */
const NAMED = /(?<=\bkerf[-:@])/g;
const PAGES = ['README.md', 'CONTRIBUTING.md'];
const FOLDERS = ['examples', 'lib', 'datasets', 'wgsl', '.github'];
const TEXT = /(\.(md|html|mjs|ya?ml|toml|xml|py)|\/Dockerfile)$/;

/** Paths of all files that may state the version. */
export function statingFiles(root) {
  const inside = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter((path) => TEXT.test(path) && !path.includes('node_modules')),
  );
  return [...new Set([...PAGES, ...Object.keys(OWN), ...inside])];
}

/** Where a file states a version: those that it states, in order. */
export function statedVersions(path, text) {
  return patterns(path).flatMap((pattern) => [...text.matchAll(pattern)].map(([found]) => found));
}

/** The file's text with this version instead. */
export function withVersion(path, text, version) {
  return patterns(path).reduce((now, pattern) => now.replaceAll(pattern, version), text);
}

/** Files whose own version is missing. */
export function silentFiles(read) {
  return Object.entries(OWN).flatMap(([path]) => (ownPattern(path).test(read(path)) ? [] : [path]));
}

const patterns = (path) => [...(path in OWN ? [ownPattern(path)] : []), new RegExp(NAMED.source + NUMBER, 'g')];
const ownPattern = (path) => new RegExp(`(?<=${OWN[path].source})${NUMBER}`, 'gm');

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const root = join(import.meta.dirname, '../..');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const path of statingFiles(root)) {
    const text = readFileSync(join(root, path), 'utf8');
    const now = withVersion(path, text, version);
    if (now !== text) writeFileSync(join(root, path), now);
  }
}
