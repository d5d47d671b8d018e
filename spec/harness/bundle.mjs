// A bundler's name, a folder with app.js and an output folder → the bundle of a web page, and in the last line of
// standard output, as JSON, what the bundler warned of. In a process of its own: a bundler is no guest in jest's
// contexts. Each is set up as its own first page tells.

import commonjs from '@rollup/plugin-commonjs';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import { build as esbuild } from 'esbuild';
import { rollup } from 'rollup';
import { build as vite } from 'vite';
import webpack from 'webpack';

const [bundler, folder, out] = process.argv.slice(2);
const entry = `${folder}/app.js`;

const BUNDLERS = {
  async vite(warnings) {
    const warn = (message) => warnings.push(message);
    const quiet = { info() {}, clearScreen() {}, hasErrorLogged: () => false, hasWarned: false };
    const logger = { ...quiet, warn, warnOnce: warn, error: warn };
    // How long a build takes is the machine's matter.
    const checks = { bundlerTimings: false };
    const rolldownOptions = { input: `${folder}/index.html`, checks };
    const options = { outDir: out, emptyOutDir: true, chunkSizeWarningLimit: 1e5, rolldownOptions };
    const worker = { rolldownOptions: { checks } };
    await vite({ root: folder, configFile: false, customLogger: logger, build: options, worker });
  },
  async webpack(warnings) {
    // Without the advice on sizes: those are measured elsewhere.
    const output = { path: out, filename: 'app.js' };
    const options = { mode: 'production', context: folder, entry, output, performance: { hints: false } };
    const stats = await new Promise((resolve, reject) =>
      webpack(options, (error, done) => (error ? reject(error) : resolve(done))),
    );
    const told = stats.toJson({ all: false, warnings: true, errors: true });
    warnings.push(...[...told.errors, ...told.warnings].map(({ message }) => message));
  },
  async rollup(warnings) {
    const bundle = await rollup({
      input: entry,
      plugins: [nodeResolve({ browser: true }), commonjs()],
      onwarn: ({ code, message }) => warnings.push(`${code}: ${message}`),
    });
    await bundle.write({ dir: out, format: 'es' });
    await bundle.close();
  },
  async esbuild(warnings) {
    const options = { entryPoints: [entry], outdir: out, bundle: true, minify: true, format: 'esm', target: 'es2022' };
    const told = await esbuild({ ...options, logLevel: 'silent' });
    warnings.push(...told.warnings.map(({ text }) => text));
  },
};

const warnings = [];
await BUNDLERS[bundler](warnings);
console.log(`\n${JSON.stringify(warnings)}`);
