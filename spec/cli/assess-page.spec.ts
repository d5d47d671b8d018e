// assess.html in a browser, wide and narrow: nothing is cut off, no texts of a plot overlap, pictures are drawn.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@jest/globals';
import { box } from '#datasets';
import { run } from '#cli/run.ts';
import { inspectMesh } from '#mesh';
import { launchBrowser } from '#harness/browser.mjs';
import { fakeToolkit, recordedTerminal } from '#harness/fake-toolkit.ts';
import { moved } from '#harness/strokes.ts';
import { temporaryFolder } from '#harness/temporary-folder.ts';

test('assess.html, 1280 and 400 pixels wide', async () => {
  const root = await temporaryFolder('assess-page');
  const path = join(root, 'path.csv');
  // Down into the plate, through it, and along it.
  const ways = [[0, 12], [0, 6], [0, 2], [0, 1], [4, 1], [8, 1], [8, 12]]; // biome-ignore format: a line
  await writeFile(path, ways.map(([x, z]) => moved([x, 0.2, z]).join(' ')).join('\n'));
  const forces = join(root, 'forces.csv');
  await writeFile(forces, 't fx fy fz\n0 0 0 0\n1 0 3 4\n1.5 0 0 9.5\n4 0 0 1\n');
  const bodies = { bone: box({ size: [24, 14, 6] }), tool: box({ size: [1.5, 10, 12] }), nerve: box({ size: 4, center: [8, 0, -9] }) }; // biome-ignore format: a line
  const loadMesh = async (file: string) => bodies[file.replace('.stl', '') as keyof typeof bodies];
  const kit = { ...fakeToolkit(), inspectMesh, loadMesh };
  const out = join(root, 'out');
  const flags = [
    '--feed',
    '0,0,-1',
    '--plane',
    '0,0,0,1,0,0',
    '--structure',
    'nerve=nerve.stl',
    '--forces',
    forces,
    '--force-limit',
    '8',
    '--out',
    out,
  ];
  const argv = ['assess', '--bone', 'bone.stl', '--tool', 'tool.stl', '--path', path, '--cell', '1', ...flags];
  expect(await run(argv, kit, recordedTerminal())).toBe(0);
  const browser = await launchBrowser();
  try {
    for (const width of [1280, 400]) {
      const page = await browser.newPage({ viewport: { width, height: 900 } });
      const said: string[] = [];
      page.on('console', (message) => said.push(message.text()));
      await page.goto(pathToFileURL(join(out, 'assess.html')).href);
      const seen = await page.evaluate(() => {
        const overlaps = [...document.querySelectorAll('.series svg')].flatMap((plot) => {
          const texts = [...plot.querySelectorAll('text')].map((text) => text.getBoundingClientRect());
          return texts.flatMap((a, i) =>
            texts
              .slice(i + 1)
              .filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom),
          );
        });
        const pictures = [...document.querySelectorAll('img')].map((image) => {
          const canvas = document.createElement('canvas');
          const { naturalWidth, naturalHeight } = image;
          [canvas.width, canvas.height] = [naturalWidth, naturalHeight];
          const context = canvas.getContext('2d')!;
          context.drawImage(image, 0, 0);
          const { data } = context.getImageData(0, 0, naturalWidth, naturalHeight);
          const colours = new Set<number>();
          for (let i = 0; i < data.length; i += 4) colours.add(65536 * data[i] + 256 * data[i + 1] + data[i + 2]);
          return { naturalWidth, naturalHeight, isDrawn: colours.size > 2 };
        });
        return { width: document.documentElement.scrollWidth, overlaps: overlaps.length, pictures };
      });
      expect(said).toEqual([]);
      expect(seen.width).toBeLessThanOrEqual(width);
      expect(seen.overlaps).toBe(0);
      expect(seen.pictures).toEqual(Array(3).fill({ naturalWidth: 600, naturalHeight: 460, isDrawn: true }));
      await page.close();
    }
  } finally {
    await browser.close();
  }
});
