// A source file of kerf → its module, bundled for Node: for code without a public name, or changed as it is read.

import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '../..');

/**
 * @param source path from kerf's folder.
 * @param name of the bundle in out/. @param plugins of esbuild.
 */
export async function importSource(source, name, plugins = []) {
  const outfile = resolve('out', name);
  mkdirSync('out', { recursive: true });
  await build({
    entryPoints: [join(root, source)],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    loader: { '.wgsl': 'text' },
    plugins,
    logLevel: 'error',
  });
  return import(pathToFileURL(outfile).href);
}
