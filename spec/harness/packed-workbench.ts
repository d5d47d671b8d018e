// `kerf workbench` of the packed and installed package, in an empty folder, opened in a real browser.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { launchBrowser } from './browser.mjs';
import { installPackage } from './installed-package.ts';

const SMALL: BrowserContextOptions = { viewport: { width: 800, height: 400 }, deviceScaleFactor: 0.5 };

export async function packedWorkbench() {
  const { folder, remove } = installPackage();
  const browser = await launchBrowser();
  const children = new Set<ChildProcess>();
  return {
    folder,
    async close() {
      // Of tests that failed: they would never end.
      for (const child of children) child.kill('SIGKILL');
      await browser.close();
      remove();
    },
    async served(...words: string[]) {
      const child = spawn(join(folder, 'node_modules/.bin/kerf'), ['workbench', ...words], {
        ...{ cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] },
      });
      children.add(child);
      let text = '';
      const address = await new Promise<string>((done, fail) => {
        child.stdout!.on('data', (part) => {
          text += part;
          const found = /http:\S+/.exec(text);
          if (found !== null) done(found[0]);
        });
        child.on('exit', (code) => fail(new Error(`kerf workbench ended with ${code}`)));
      });
      return {
        address,
        async close() {
          child.removeAllListeners('exit');
          child.kill('SIGINT');
          const [code] = await once(child, 'exit');
          children.delete(child);
          return code;
        },
      };
    },
    /** `said`: errors, failed requests, and requests to other hosts. */
    async opened(address: string, options = SMALL): Promise<{ page: Page; said: string[] }> {
      const page = await browser.newPage(options);
      const said: string[] = [];
      page.on('pageerror', (error) => said.push(error.message));
      page.on('requestfailed', (request) => said.push(request.url()));
      page.on('request', (request) => {
        if (!request.url().startsWith(new URL(address).origin) && !request.url().startsWith('blob:'))
          said.push(request.url());
      });
      await page.goto(address);
      return { page, said };
    },
  };
}

export const statusOf = (page: Page) => page.evaluate(() => document.getElementById('status')?.textContent);
