// lib/ and datasets/ → dist/: the package's three ES modules, the workers, and the browser scripts that reports carry inside themselves.
import { chmodSync, readFileSync, rmSync } from 'node:fs';
import commonjs from '@rollup/plugin-commonjs';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import esbuild from 'rollup-plugin-esbuild';

const { dependencies, optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const cliEntry = 'lib/cli/main.ts';
const shebang = '#!/usr/bin/env node';

/** Empties dist/ first, so that no chunk of an older build gets into the package. */
const cleanDist = { name: 'clean-dist', buildStart: () => rmSync('dist', { recursive: true, force: true }) };

/** Makes the command line's file executable. */
const executableCli = { name: 'executable-cli', writeBundle: () => chmodSync('dist/cli.js', 0o755) };

/** An import of such a file is its text as the default export. */
const asString = (extension) => ({
  name: `${extension}-as-string`,
  transform: (code, id) =>
    id.endsWith(extension) ? { code: `export default ${JSON.stringify(code)};`, map: { mappings: '' } } : null,
});

const WORKER_ADDRESS = /'\.\/(detect-worker|haptic-worker)\.ts', import\.meta\.url/g;

/** In the sources a worker's address is that of its source; in dist/ it is that of the file built of it, which lies beside all chunks. */
const workerAddress = {
  name: 'worker-address',
  transform: (code) =>
    WORKER_ADDRESS.test(code)
      ? { code: code.replaceAll(WORKER_ADDRESS, `'./$1.js', import.meta.url`), map: null }
      : null,
};

/** A warning fails the build, save for what another package's own modules do among themselves. */
function refuseWarnings(warning) {
  const about = warning.ids ?? [warning.id ?? warning.loc?.file ?? ''];
  const harmless = ['CIRCULAR_DEPENDENCY', 'THIS_IS_UNDEFINED', 'EVAL', 'MODULE_LEVEL_DIRECTIVE', 'INVALID_ANNOTATION'];
  if (harmless.includes(warning.code) && about.every((id) => id.includes('node_modules'))) return;
  throw new Error(`${warning.code}: ${warning.message}`);
}

/** The script of a page that carries it inside itself. No source map: its address would point at nothing there. */
const browserScript = (viewer) => ({
  input: `lib/cli/${viewer}/main.ts`,
  plugins: [
    asString('.css'),
    nodeResolve({ browser: true }),
    commonjs(),
    esbuild({ target: 'es2022', tsconfig: 'tsconfig.json', minify: true }),
  ],
  onwarn: refuseWarnings,
  output: { file: `dist/${viewer}.js`, format: 'iife', inlineDynamicImports: true },
});

/** A worker, whole in one file: a page's has no bundler or import map of its own. Shaders and what describes their tables are left out. */
const pageWorker = (input) => ({
  input,
  plugins: [nodeResolve(), asString('.wgsl'), workerAddress, esbuild({ target: 'es2022', tsconfig: 'tsconfig.json' })],
  treeshake: { moduleSideEffects: (id) => id.endsWith(input) },
  onwarn: refuseWarnings,
  output: { file: `dist/${input.split('/').at(-1).replace('.ts', '.js')}`, format: 'es', sourcemap: true },
});

export default [
  {
    input: {
      index: 'lib/index.ts',
      datasets: 'datasets/index.ts',
      cli: cliEntry,
      'pose-worker': 'lib/cli/validate/pose-worker.ts',
      'corpus-worker': 'lib/cli/validate/corpus-worker.ts',
    },
    external: [
      /^node:/,
      ...Object.keys({ ...dependencies, ...optionalDependencies }).map((name) => new RegExp(`^${name}(/|$)`)),
    ],
    plugins: [
      cleanDist,
      asString('.wgsl'),
      workerAddress,
      esbuild({ target: 'es2022', tsconfig: 'tsconfig.json' }),
      executableCli,
    ],
    onwarn: refuseWarnings,
    output: {
      dir: 'dist',
      format: 'es',
      sourcemap: true,
      // Chunks lie beside the entries, so that `import.meta.url` means dist/ in every one of them.
      chunkFileNames: '[name]-[hash].js',
      banner: (chunk) => (chunk.name === 'cli' && !readFileSync(cliEntry, 'utf8').startsWith('#!') ? shebang : ''),
    },
  },
  pageWorker('lib/detector/detect-worker.ts'),
  pageWorker('lib/haptics/haptic-worker.ts'),
  browserScript('report-viewer'),
  browserScript('validation-viewer'),
];
