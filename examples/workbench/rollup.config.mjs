// The workbench's sources and the built package → out/workbench/, or the folder that KERF_WORKBENCH names, which any
// server can serve. A first bone that lies in that folder stays. Runs from the project's root.

import { cpSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import commonjs from '@rollup/plugin-commonjs';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import { writeMesh } from 'kerf';
import { skullPhantom } from 'kerf/datasets';
import esbuild from 'rollup-plugin-esbuild';

const here = import.meta.dirname;
const dir = process.env.KERF_WORKBENCH ?? 'out/workbench';

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
const besides = {
  name: 'besides',
  writeBundle: () => {
    for (const file of COPIED) cpSync(file, join(dir, file.split(/[\\/]/).at(-1)));
    const bone = join(dir, 'skull-phantom.ply');
    if (process.env.KERF_WORKBENCH === undefined || !existsSync(bone))
      writeFileSync(bone, writeMesh(skullPhantom({ targetFaces: PHANTOM_FACES }), 'ply'));
  },
};

export default ['main', 'detector-worker', 'picture-worker'].map((name) => ({
  input: join(here, `src/${name}.ts`),
  // Loaded in Node only.
  external: [/^node:/],
  plugins: [
    nodeResolve({ browser: true }),
    commonjs(),
    esbuild({ target: 'es2022', tsconfig: 'tsconfig.json', minify: true }),
    ...(name === 'main' ? [besides] : []),
  ],
  // Warnings about other packages' own modules.
  onwarn: (warning, warn) => {
    if (!['CIRCULAR_DEPENDENCY', 'THIS_IS_UNDEFINED', 'EVAL', 'MODULE_LEVEL_DIRECTIVE'].includes(warning.code))
      warn(warning);
  },
  // The page loads its chart separately, so that only the chart fails; each worker is one file.
  output: {
    dir,
    format: 'es',
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    inlineDynamicImports: name !== 'main',
  },
}));
