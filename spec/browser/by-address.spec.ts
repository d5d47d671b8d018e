// The packed package, imported by a page of one origin by the address of its files on another, as from a content
// delivery network: without a bundler and without an import map. Needs dist/, which `npm test` builds first.

import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import sirv from 'sirv';
import { launchBrowser } from '#harness/browser.mjs';
import { installPackage } from '#harness/installed-package.ts';
import { expectPackageAnswers } from '#harness/package-answers.ts';

const installed = installPackage();
const app = readFileSync(join(import.meta.dirname, '../harness/package-app.mjs'), 'utf8');
const ENTRIES = { kerf: 'index', 'kerf/datasets': 'datasets', 'kerf/io': 'io' };
const ISOLATING = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };

const servers: Server[] = [];
let browser: Browser;
/** The address of the package's files, whose server lets every page import them. */
let network = '';
beforeAll(async () => {
  browser = await launchBrowser();
  const files = sirv(join(installed.folder, 'node_modules/kerf'), { dev: true });
  network = await listening((request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    files(request, response);
  });
});
afterAll(async () => {
  await browser?.close();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  installed.remove();
});

/** @returns the address of a new origin: each has a port of its own. */
async function listening(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** package-app.mjs in a page, which names each entry by its address. */
function pageText(): string {
  const text = app.replaceAll(/ from '(kerf[\w/]*)'/g, (_, name: keyof typeof ENTRIES) => {
    return ` from '${network}/dist/${ENTRIES[name]}.js'`;
  });
  // What a page counts of WebAssembly stands before the modules run.
  const counting = `globalThis.instances = 0;
    WebAssembly.Instance = new Proxy(WebAssembly.Instance, {
      construct: (made, given) => { globalThis.instances++; return Reflect.construct(made, given); },
    });`;
  return `<!doctype html><title>kerf</title><link rel="icon" href="data:,">
    <script>${counting}</script><script type="module">${text}</script>`;
}

interface Page {
  readonly kerfAnswers: () => Promise<{ readonly volume: { readonly share: number } }>;
  readonly instances: number;
}

const rows = [
  ['headers that isolate it', 'shared', () => ISOLATING],
  ['no headers', 'messages', () => ({})],
  // 'unsafe-inline' for the page's own script, which stands in it.
  [
    'a content security policy',
    'messages',
    () => ({
      'Content-Security-Policy': [
        "default-src 'none'; img-src data:; connect-src blob:",
        `worker-src blob: ${network}`,
        `script-src 'unsafe-inline' 'wasm-unsafe-eval' ${network}`,
      ].join('; '),
    }),
  ],
] as const;
test.each(rows)('in a page with %s every part runs, its workers too', async (_, transport, headersOf) => {
  const text = pageText();
  const headers = headersOf();
  expect(text.match(/http:[\w.:/]+\.js/g)).toHaveLength(3);
  const origin = await listening((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html', ...headers }).end(text);
  });
  const page = await browser.newPage();
  const said: string[] = [];
  const fetched = new Set<string>();
  const workers: string[] = [];
  page.on('console', (message) => message.type() !== 'debug' && said.push(message.text()));
  page.on('pageerror', ({ message }) => said.push(message));
  page.on('request', (request) => fetched.add(request.url()));
  page.on('worker', (worker) => workers.push(worker.url()));
  await page.goto(`${origin}/`);
  await page.waitForFunction(() => 'kerfAnswers' in globalThis);
  expectPackageAnswers(await page.evaluate(() => (globalThis as never as Page).kerfAnswers()), transport);
  expect(said).toEqual([]);
  expect(await page.evaluate(() => (globalThis as never as Page).instances)).toBeGreaterThan(0);
  // Two threads for the path and two for the haptic loop, each from a script of the page's own.
  expect(workers).toEqual(workers.map(() => expect.stringMatching(`^blob:${origin}/`)));
  expect(workers).toHaveLength(4);
  const scripts = [...fetched].filter((url) => url.endsWith('-worker.js'));
  expect(scripts.sort()).toEqual(['detect', 'haptic'].map((name) => `${network}/dist/${name}-worker.js`));
  const others = [...fetched].filter((url) => url.startsWith('http') && !url.startsWith(`${network}/dist/`));
  expect(others).toEqual([`${origin}/`]);
  const exact = await page.evaluate(
    async (address) => Object.keys(await import(address)),
    `${network}/dist/reference.js`,
  );
  expect(exact).toContain('createReference');
  // Each script gives up its address once it has run.
  const kept = await page.evaluate(
    (urls) =>
      Promise.all(
        urls.map((url) =>
          fetch(url).then(
            () => url,
            () => null,
          ),
        ),
      ),
    workers,
  );
  expect(kept).toEqual(workers.map(() => null));
  await page.close();
});
