// A trainer's link made in a browser opens to the same bits in Node, and the reverse.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { linkOf, taskOf } from '../../examples/trainer/src/link.ts';
import { rounded } from '../../examples/trainer/src/path.ts';
import { phantomPlan } from '../../examples/trainer/src/phantom-plan.ts';
import { launchBrowser } from '#harness/browser.mjs';
import { runAside } from '#harness/command.ts';
import { temporaryFolder } from '#harness/temporary-folder.ts';
import { handPath } from '#spec/examples/trainer/hand-paths.ts';

const root = join(import.meta.dirname, '../..');

/** What the page's script leaves for the test. */
interface Page {
  readonly trainer: { linkOf: typeof linkOf; taskOf: typeof taskOf; phantomPlan: typeof phantomPlan };
}

/** A page's script with the trainer's modules. */
async function bundled(): Promise<string> {
  const folder = await temporaryFolder('trainer-link');
  const source = (name: string) => JSON.stringify(join(root, 'examples/trainer/src', name));
  writeFileSync(
    join(folder, 'app.js'),
    `import { linkOf, taskOf } from ${source('link.ts')};
     import { phantomPlan } from ${source('phantom-plan.ts')};
     globalThis.trainer = { linkOf, taskOf, phantomPlan };`,
  );
  await runAside(root, process.execPath, 'spec/harness/bundle.mjs', 'esbuild', folder);
  return readFileSync(join(folder, 'esbuild/app.js'), 'utf8');
}

test('links go from Node to a page and back, bit by bit; a damaged one is refused in the same words', async () => {
  const plan = phantomPlan();
  const paths = [1, 2, 3].map((seed) => handPath(seed, [1, 300]));
  const links = await Promise.all(paths.map((path) => linkOf(plan, path)));
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await page.addScriptTag({ content: await bundled(), type: 'module' });
    await page.waitForFunction(() => 'trainer' in globalThis);
    const answers = await page.evaluate(async (given) => {
      const { linkOf: link, taskOf: task, phantomPlan: plan } = (globalThis as never as Page).trainer;
      const made = await Promise.all(
        given.map(async (one) => {
          const { plan, path } = await task(one);
          const passes = path.passes.map((pass) => ({ ...pass, poses: Array.from(pass.poses) }));
          return { task: { plan, path: { passes } }, link: await link(plan, path) };
        }),
      );
      const refused = await task(given[0].slice(0, -9)).catch((error: Error) => `${error.name}: ${error.message}`);
      return { made, refused, plan: plan() };
    }, links);
    expect(answers.plan).toEqual(plan);
    for (const [n, { task, link }] of answers.made.entries()) {
      const path = rounded(paths[n]);
      const passes = path.passes.map((pass) => ({ ...pass, poses: Array.from(pass.poses) }));
      expect(task).toEqual({ plan, path: { passes } });
      expect(await taskOf(link)).toEqual({ plan, path });
    }
    expect(answers.refused).toMatch(/^FormatError: The link is damaged: .+; copy the whole/);
  } finally {
    await browser.close();
  }
});
