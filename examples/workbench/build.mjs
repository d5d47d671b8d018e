// The workbench's sources and the built package → dist/workbench/, which `kerf workbench` serves together with the
// package's workers; or the folder that KERF_WORKBENCH names, with these workers, which any server can serve. A first
// bone that lies in that folder stays. Runs from the project's root.

import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { createMesh, writeMesh } from 'kerf';
import { skullPhantom } from 'kerf/datasets';

const here = import.meta.dirname;
const alone = process.env.KERF_WORKBENCH;
const outdir = alone ?? 'dist/workbench';

/** What the page needs besides its scripts: its markup, and the package's workers. */
const COPIED = [join(here, 'index.html'), join(here, 'workbench.css'), 'node_modules/uplot/dist/uPlot.min.css'];
const WORKERS = ['dist/cutting-worker.js', 'dist/detect-worker.js', 'dist/haptic-worker.js'];
/** The bone that the page opens first: making it takes as long as everything else together. */
const PHANTOM_FACES = 50_000;

mkdirSync(outdir, { recursive: true });
// Each thread is one file, in which what is imported by import() runs only then: a chart that fails to load fails
// alone.
const { metafile } = await build({
  ...{ outdir, bundle: true, minify: true, format: 'esm', target: 'es2022', logLevel: 'warning', metafile: true },
  entryPoints: ['main', 'detector-worker', 'picture-worker'].map((name) => join(here, `src/${name}.ts`)),
  // Loaded in Node only.
  external: ['node:*'],
});
const licences = readFileSync('dist/THIRD-PARTY-LICENCES.txt', 'utf8');
for (const input of Object.keys(metafile.inputs)) {
  const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input) ?? [];
  if (name !== undefined && !licences.includes(`\n${name} `))
    throw new Error(`The page carries code of ${name}, whose licence dist/ lacks; add it in rollup.config.mjs.`);
}
for (const file of alone === undefined ? COPIED : [...COPIED, ...WORKERS]) cpSync(file, join(outdir, basename(file)));
const bone = join(outdir, 'skull-phantom.ply');
if (alone === undefined || !existsSync(bone)) {
  const { positions, faces, name } = skullPhantom({ targetFaces: PHANTOM_FACES });
  // In f32, as scans come: a third less to load.
  writeFileSync(bone, writeMesh(createMesh(Float32Array.from(positions), faces, { name }), 'ply'));
}
