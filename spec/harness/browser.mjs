// A headless Chromium from npm, with WebGPU on a software driver.

import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { chmod, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { chromium } from 'playwright-core';
import { chromiumPackage, unpacked } from './software-vulkan.mjs';

const FLAGS = [
  '--no-sandbox',
  '--enable-unsafe-webgpu',
  '--use-webgpu-adapter=swiftshader',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * ms that a spec may wait for a page. It is long because two specs may draw and compute in software at once on two busy
 * cores; it only ends a wait that would never end.
 */
export const PATIENCE = 240_000;

/**
 * The locale of containers, of WSL and of CI, in which Chromium calls its language "en-US@posix". No page may need
 * another; a page that is given a locale has that one.
 */
const POSIX = { LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' };

/**
 * Its pages wait up to PATIENCE. The libraries of its software drivers must lie beside the browser, and on a minimal
 * system those that it links.
 */
export async function launchBrowser() {
  const drivers = await unpacked('swiftshader');
  const libraries = await unpacked('al2023');
  const { folder } = chromiumPackage();
  const binary = join(drivers, 'chromium');
  if (!existsSync(binary)) {
    const partial = `${binary}.${randomUUID()}`;
    await pipeline(
      createReadStream(join(folder, 'bin/chromium.br')),
      createBrotliDecompress(),
      createWriteStream(partial),
    );
    await chmod(partial, 0o755);
    await rename(partial, binary);
  }
  const path = [drivers, join(libraries, 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':');
  const browser = await chromium.launch({
    executablePath: binary,
    args: FLAGS,
    headless: true,
    env: { ...process.env, ...POSIX, LD_LIBRARY_PATH: path },
  });
  const { newPage } = browser;
  browser.newPage = async (options) => {
    const page = await newPage.call(browser, options);
    page.setDefaultTimeout(PATIENCE);
    return page;
  };
  return browser;
}
