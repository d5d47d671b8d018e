// A page of examples/ (plain-page, react, three-page, vtk-page) → out/<page>/, its scripts bundled, and served on this
// machine: npm run page -- three-page [--port 8081].

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import sirv from 'sirv';

const PAGES = ['plain-page', 'react', 'three-page', 'vtk-page'];
/** Those that a page has; each becomes one script. */
const SCRIPTS = ['kerf.mjs', 'page.mjs', 'page.jsx', 'worker.js'];
/** React checks more if this is 'development'. */
const MODE = process.env.NODE_ENV === 'development' ? 'development' : 'production';

/** @returns the folder, which any server can serve. */
export async function buildPage(page, outdir = `out/${page}`) {
  const here = join(import.meta.dirname, page);
  mkdirSync(outdir, { recursive: true });
  await build({
    entryPoints: SCRIPTS.map((name) => join(here, name)).filter((path) => existsSync(path)),
    ...{ outdir, bundle: true, minify: true, jsx: 'automatic', define: { 'process.env.NODE_ENV': `'${MODE}'` } },
    ...{ format: 'esm', target: 'es2022', logLevel: 'warning', external: ['node:*'] },
  });
  // It names the source, which is what Vite takes.
  const html = readFileSync(join(here, 'index.html'), 'utf8').replace(/src="page\.\w+"/, 'src="page.js"');
  writeFileSync(join(outdir, 'index.html'), html);
  return outdir;
}

if (process.argv[1] === import.meta.filename) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { port: { type: 'string', default: '8081' } },
  });
  const [page] = positionals;
  const port = Number(values.port);
  if (positionals.length !== 1 || !PAGES.includes(page) || !(Number.isInteger(port) && port >= 0 && port < 65_536)) {
    console.error(`Usage: npm run page -- <${PAGES.join(' | ')}> [--port 8081]`);
    process.exit(2);
  }
  if (!existsSync('dist/index.js')) {
    console.error('dist/ is absent; run npm run build first.');
    process.exit(1);
  }
  const server = createServer(sirv(resolve(await buildPage(page)), { dev: true }));
  server.on('error', (error) => {
    console.error(`The page cannot be served on port ${port}: ${error.message}; name another one with --port.`);
    process.exit(1);
  });
  server.listen(port, '127.0.0.1', () => console.log(`${page}: http://127.0.0.1:${server.address().port}/`));
}
