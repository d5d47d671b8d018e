// The workbench's sources and the built package → out/workbench/, or the folder that KERF_WORKBENCH names, which any
// server can serve. A first bone that lies in that folder stays. Runs from the project's root.

import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { writeMesh } from 'kerf';
import { skullPhantom } from 'kerf/datasets';

const here = import.meta.dirname;
const outdir = process.env.KERF_WORKBENCH ?? 'out/workbench';

/** What the page needs besides its scripts: its markup, and the package's workers. */
const COPIED = [
  join(here, 'index.html'),
  join(here, 'workbench.css'),
  'dist/cutting-worker.js',
  'dist/detect-worker.js',
  'dist/haptic-worker.js',
  'node_modules/uplot/dist/uPlot.min.css',
];
/** The bone that the page opens first: making it takes as long as everything else together. */
const PHANTOM_FACES = 50_000;

mkdirSync(outdir, { recursive: true });
// Each thread is one file, in which what is imported by import() runs only then: a chart that fails to load fails
// alone.
await build({
  ...{ outdir, bundle: true, minify: true, format: 'esm', target: 'es2022', logLevel: 'warning' },
  entryPoints: ['main', 'detector-worker', 'picture-worker'].map((name) => join(here, `src/${name}.ts`)),
  // Loaded in Node only.
  external: ['node:*'],
});
for (const file of COPIED) cpSync(file, join(outdir, basename(file)));
const bone = join(outdir, 'skull-phantom.ply');
if (process.env.KERF_WORKBENCH === undefined || !existsSync(bone))
  writeFileSync(bone, writeMesh(skullPhantom({ targetFaces: PHANTOM_FACES }), 'ply'));
