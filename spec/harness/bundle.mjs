// A bundler's name and folders with app.js → in each, in a folder of the bundler's name, the bundle of a web page. The
// last line of standard output has each bundle's warnings as JSON. It runs in a process of its own, since bundlers do
// not run in jest's contexts. Each is set up as in its own introduction, except webpack's minimizer: of those offered,
// swc gives the same size within a thousandth in a quarter of the default's time.

import { createRequire } from 'node:module';

const BUNDLERS = {
  async vite({ folder, out, warnings }) {
    const { build: vite } = await import('vite');
    const warn = (message) => warnings.push(message);
    const quiet = { info() {}, clearScreen() {}, hasErrorLogged: () => false, hasWarned: false };
    const logger = { ...quiet, warn, warnOnce: warn, error: warn };
    // How long a build takes depends on the machine.
    const checks = { bundlerTimings: false };
    const rolldownOptions = { input: `${folder}/index.html`, checks };
    const options = { outDir: out, emptyOutDir: true, chunkSizeWarningLimit: 1e5, rolldownOptions };
    const worker = { rolldownOptions: { checks } };
    await vite({ root: folder, configFile: false, customLogger: logger, build: options, worker });
  },
  async webpack({ folder, entry, out, warnings }) {
    const { default: webpack } = await import('webpack');
    const ofWebpack = createRequire(createRequire(import.meta.url).resolve('webpack'));
    const Minimizer = ofWebpack('minimizer-webpack-plugin');
    const optimization = { minimizer: [new Minimizer({ minify: Minimizer.swcMinify })] };
    const output = { path: out, filename: 'app.js' };
    // Without the advice on sizes, which are measured elsewhere.
    const options = { mode: 'production', context: folder, entry, output, optimization, performance: { hints: false } };
    const stats = await new Promise((resolve, reject) =>
      webpack(options, (error, done) => (error ? reject(error) : resolve(done))),
    );
    const told = stats.toJson({ all: false, warnings: true, errors: true });
    warnings.push(...[...told.errors, ...told.warnings].map(({ message }) => message));
  },
  async rollup({ entry, out, warnings }) {
    const { rollup } = await import('rollup');
    const { nodeResolve } = await import('@rollup/plugin-node-resolve');
    const { default: commonjs } = await import('@rollup/plugin-commonjs');
    const bundle = await rollup({
      input: entry,
      plugins: [nodeResolve({ browser: true }), commonjs()],
      onwarn: ({ code, message }) => warnings.push(`${code}: ${message}`),
    });
    await bundle.write({ dir: out, format: 'es' });
    await bundle.close();
  },
  async esbuild({ entry, out, warnings }) {
    const { build: esbuild } = await import('esbuild');
    const options = { entryPoints: [entry], outdir: out, bundle: true, minify: true, format: 'esm', target: 'es2022' };
    const told = await esbuild({ ...options, logLevel: 'silent' });
    warnings.push(...told.warnings.map(({ text }) => text));
  },
};

const [bundler, ...folders] = process.argv.slice(2);
const told = [];
for (const folder of folders) {
  const warnings = [];
  await BUNDLERS[bundler]({ folder, entry: `${folder}/app.js`, out: `${folder}/${bundler}`, warnings });
  told.push(warnings);
}
console.log(`\n${JSON.stringify(told)}`);
