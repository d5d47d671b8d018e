// `npm run site`, served under a path by a server that sends no headers of its own, in a real browser: its links, its
// search, the workbench's threads, without its server, and a changed site in place of the old one. Needs dist/.

import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchBrowser, PATIENCE } from '#harness/browser.mjs';
import { type Served, servedFolder } from '#harness/served-folder.mjs';
import { onceInRun } from '#harness/spec-run.mjs';
import { temporaryFolder } from '#harness/temporary-folder.ts';
import { seal } from '#spec/site/seal.mjs';

const site = onceInRun('site', (folder) => {
  execFileSync(process.execPath, ['spec/site/build.mjs', '--out', folder], { stdio: ['ignore', 'ignore', 'inherit'] });
});
const files = readdirSync(site, { recursive: true, encoding: 'utf8' })
  .filter((name) => statSync(join(site, name)).isFile())
  .map((name) => name.replaceAll('\\', '/'));
const servers: Served[] = [];
/** Ended by the test, or, if that fails, after it. */
async function serve(folder: string): Promise<Served> {
  const served = await servedFolder(folder, '--plain', '--at', '/kerf/');
  servers.push(served);
  return served;
}
const SMALL = { viewport: { width: 800, height: 400 }, deviceScaleFactor: 0.5 };

let browser: Browser;
let server: Served;
beforeAll(async () => {
  browser = await launchBrowser();
  server = await serve(site);
});
afterAll(async () => {
  await browser?.close();
  await Promise.all(servers.map((one) => one.close()));
});

/** @returns said: the page's errors; loads: how often it was loaded. */
function watched(page: Page) {
  const watch = { said: [] as string[], loads: 0 };
  page.on('pageerror', (error) => watch.said.push(error.message));
  page.on('console', (message) => message.type() === 'error' && watch.said.push(message.text()));
  page.on('load', () => watch.loads++);
  return watch;
}
const within = (page: Page, isSo: () => boolean) => page.waitForFunction(isSo, null, { polling: 100 });
const showsReport = (page: Page) => within(page, () => document.body?.dataset.contact !== undefined);
const isKept = (page: Page) => within(page, () => document.documentElement?.dataset.offline === 'kept');
const isIsolated = (page: Page) => page.evaluate(() => crossOriginIsolated);

async function patientContext(): Promise<BrowserContext> {
  const context = await browser.newContext(SMALL);
  context.setDefaultTimeout(PATIENCE);
  return context;
}

/** A context that has visited the front page of this server, and no other, and keeps the site. */
async function visited(address: string): Promise<{ context: BrowserContext; page: Page }> {
  const context = await patientContext();
  const page = await context.newPage();
  await page.goto(address);
  await isKept(page);
  return { context, page };
}

test('every link of every page leads to a file of the site, or out of the server', async () => {
  const page = await browser.newPage(SMALL);
  await page.goto(server.address);
  const pages = files.filter((name) => name.endsWith('.html'));
  expect(pages.length).toBeGreaterThan(100);
  const links = await page.evaluate(async (names) => {
    const all: [page: string, link: string][] = [];
    for (const name of names) {
      const address = new URL(encodeURI(name), location.href).href;
      const parsed = new DOMParser().parseFromString(await (await fetch(address)).text(), 'text/html');
      const base = parsed.createElement('base');
      base.href = address;
      parsed.head.prepend(base);
      for (const element of parsed.querySelectorAll('a, link, use, form, [src]'))
        for (const attribute of ['href', 'src', 'action']) {
          const link = element === base ? null : element.getAttribute(attribute);
          if (link !== null) all.push([name, new URL(link, parsed.baseURI).href]);
        }
    }
    return all;
  }, pages);
  expect(links.length).toBeGreaterThan(10_000);
  const { origin } = new URL(server.address);
  const broken = links.filter(([, link]) => {
    const path = decodeURI(link.replace(/[#?].*/, ''));
    if (!path.startsWith(origin)) return !/^(https?|data|mailto):/.test(path);
    return !path.startsWith(server.address) || !files.includes(path.slice(server.address.length) || 'index.html');
  });
  expect(broken).toEqual([]);
  expect(links.some(([name, link]) => name.startsWith('docs/documents/') && link.endsWith('/kerf/index.html'))).toBe(
    true,
  );
  await page.close();
});

test.each(['remaining bone', 'breakthrough', 'createDetector', 'skullPhantom'])(
  'from any page one can search for %s',
  async (query) => {
    const page = await browser.newPage(SMALL);
    const watch = watched(page);
    await page.goto(`${server.address}docs/documents/motion.html`);
    await page.fill('input[name=q]', query);
    await page.press('input[name=q]', 'Enter');
    await page.waitForSelector('#found a');
    expect(await page.inputValue('input[name=q]')).toBe(query);
    const found = await page.$$eval('#found li', (items) => items.map((item) => item.textContent!.toLowerCase()));
    expect(found[0]).toContain(query.toLowerCase());
    // A result opens the place, which is there.
    await page.click('#found a');
    await page.waitForLoadState();
    const place = new URL(page.url()).hash.slice(1);
    expect(await page.evaluate((id) => id === '' || document.getElementById(id) !== null, place)).toBe(true);
    expect(watch.said).toEqual([]);
    await page.close();
  },
);

test('the workbench is isolated after it was loaded once more, and reports contacts', async () => {
  const context = await patientContext();
  const page = await context.newPage();
  const watch = watched(page);
  await page.goto(`${server.address}workbench/?from=a-link`);
  await within(page, () => crossOriginIsolated);
  await showsReport(page);
  expect(watch.said).toEqual([]);
  expect(new URL(page.url()).search).toBe('?from=a-link');
  // It comes isolated from then on.
  const later = await context.newPage();
  const laterWatch = watched(later);
  await later.goto(`${server.address}workbench/`);
  expect(await isIsolated(later)).toBe(true);
  await showsReport(later);
  expect([laterWatch.loads, laterWatch.said]).toEqual([1, []]);
  await context.close();
});

test('where it cannot be isolated, as in a frame of another site, it is loaded once more and then works as it is', async () => {
  const other = createServer((_, response) =>
    response
      .setHeader('Content-Type', 'text/html')
      .end(`<iframe src="${server.address}workbench/index.html"></iframe>`),
  );
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
  const page = await browser.newPage(SMALL);
  let navigations = 0;
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame()) navigations++;
  });
  await page.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`);
  const frame = page.frames().find((one) => one !== page.mainFrame())!;
  await frame.waitForFunction(() => document.body?.dataset.contact !== undefined, null, { polling: 100 });
  await frame.waitForFunction(() => document.documentElement.dataset.offline === 'kept', null, { polling: 100 });
  expect(await frame.evaluate(() => crossOriginIsolated)).toBe(false);
  expect(navigations).toBeLessThanOrEqual(2);
  await page.close();
  other.closeAllConnections();
  other.close();
});

test('after one visit of the front page all of it works without the server', async () => {
  const alone = await serve(site);
  const { address } = alone;
  const { context, page } = await visited(address);
  await alone.close();
  await expect(fetch(address)).rejects.toThrow();

  await page.goto(`${address}workbench`);
  await showsReport(page);
  expect(await isIsolated(page)).toBe(true);
  await page.goto(`${address}search.html?q=breakthrough`);
  await page.waitForSelector('#found a');
  await page.goto(`${address}docs/functions/kerf.createDetector.html`);
  expect(await page.textContent('h1')).toContain('createDetector');
  const missing = await page.evaluate(
    async ([root, names]) => {
      const lacking: string[] = [];
      for (const name of names) if (!(await fetch(root + encodeURI(name)).catch(() => null))?.ok) lacking.push(name);
      return lacking;
    },
    [address, files.filter((name) => name !== 'service-worker.js')] as const,
  );
  expect(missing).toEqual([]);
  await context.close();
});

test('a changed site takes over as a whole, once a page is loaded and no other of the old one is open', async () => {
  const folder = await temporaryFolder('site');
  cpSync(site, folder, { recursive: true });
  const changing = await serve(folder);
  const { context, page } = await visited(changing.address);
  const second = await context.newPage();
  await second.goto(changing.address);

  const changed = ['index.html', 'docs/index.html', 'search.html'];
  for (const name of changed)
    writeFileSync(join(folder, name), readFileSync(join(folder, name), 'utf8').replace('<body', '<body id="newer"'));
  writeFileSync(join(folder, 'added.html'), '<!doctype html><body id="newer">');
  rmSync(join(folder, 'benchmark.html'));
  seal(folder);

  const texts = (of: Page) =>
    of.evaluate(async (names) => {
      const isNewer = async (name: string) => (await (await fetch(name)).text()).includes('<body id="newer"');
      return Promise.all(names.map(isNewer));
    }, changed);
  const all = (value: boolean) => changed.map(() => value);
  await second.reload();
  await second.evaluate(async () => {
    const registration = (await navigator.serviceWorker.getRegistration())!;
    await registration.update();
    while (registration.waiting === null) await new Promise((done) => setTimeout(done, 100));
  });
  // Another page of the old site is open: the old one stays, for a page that is loaded and for one that is opened.
  await second.reload();
  await isKept(second);
  expect([await texts(second), await texts(page)]).toEqual([all(false), all(false)]);
  await second.goto(`${changing.address}search.html`);
  await isKept(second);
  expect([await texts(second), await texts(page)]).toEqual([all(false), all(false)]);
  await second.close();
  // A closed page may still be there for a moment; and the page may be loaded once more just now.
  const isNewer = () => page.evaluate(() => document.body.id === 'newer').catch(() => false);
  const until = Date.now() + PATIENCE;
  do {
    await page.reload().catch(() => null);
    await isKept(page);
  } while (!(await isNewer()) && Date.now() < until);
  expect(await isNewer()).toBe(true);
  expect(await texts(page)).toEqual(all(true));

  // It has kept its own files, the changed ones among them, and forgotten the others.
  await changing.close();
  await page.goto(`${changing.address}added.html`);
  await page.goto(`${changing.address}docs/index.html`);
  expect(await page.getAttribute('body', 'id')).toBe('newer');
  expect(
    await page.evaluate(
      async (at) => (await fetch(at).catch(() => null))?.ok ?? false,
      `${changing.address}benchmark.html`,
    ),
  ).toBe(false);
  const kept = await page.evaluate(async () => (await (await caches.open((await caches.keys())[0])).keys()).length);
  expect(kept).toBe(files.length - 1);
  await context.close();
});
