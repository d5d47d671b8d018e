// The workbench's methods of finding candidate pairs, and its scene: a separate jaw, a burr and a retractor.

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { box, connectedParts, sphericalBurr } from '#datasets';
import { createDetector, createScene, type Detector } from '#kerf';
import { identityPose, poseOf } from '#harness/contact-cases.ts';
import { partOf } from '#harness/long-run.ts';
import { inLong } from '#harness/sets.ts';
import {
  bone,
  equals,
  openWorkbench,
  options,
  path,
  type Shown,
  shownAt,
  type Workbench,
} from '#harness/workbench-page.ts';

let workbench: Workbench;
let detector: Detector;
let page: Page;
let said: string[];
/** The saw is a little in the bone, where a report has hundreds of rows and not thousands. */
const cutting = path.subarray(16 * 68, 16 * 69);
const between = path.subarray(16 * 70, 16 * 71);

beforeAll(async () => {
  workbench = await openWorkbench();
  detector = await createDetector({ ...options, bone });
  ({ page, said } = await workbench.opened());
  await page.selectOption('#backend', 'cpu');
});
afterAll(() => workbench.close());

/**
 * Waits until the choice is in use and a report by it is drawn; a report of another pose comes in between.
 * @returns the report.
 */
async function inUse(pose: ArrayLike<number>): Promise<Shown> {
  await shownAt(page, between);
  await page.waitForFunction(() => document.body.dataset.state === 'ready');
  return shownAt(page, pose);
}

test('each way to find pairs gives the same report, with the region shown or not to be had', async () => {
  for (const candidates of partOf(['bvh', 'bvh-front', 'image', 'scanlines'] as const, 4, 2)) {
    await page.selectOption('#candidates', candidates);
    await page.check('#show-region');
    equals(await inUse(cutting), detector);
    expect(await page.textContent('#number-candidate-pairs')).toBe(
      (await createDetector({ ...options, bone, candidates }))
        .detectSync(cutting)
        .stats.candidatePairs.toLocaleString('en'),
    );
  }
  expect(said).toEqual([]);
});

inLong(() => {
  test('what a backend does not serve is refused, and what was chosen before stays', async () => {
    await page.selectOption('#candidates', 'bvh');
    await inUse(cutting);
    await page.selectOption('#backend', 'webgpu');
    await page.waitForFunction(() => document.body.dataset.state === 'failed');
    expect(await page.textContent('#status')).toMatch(
      /^candidates "bvh" is served by the CPU alone.*; pass backend "cpu"/,
    );
    expect([await page.inputValue('#backend'), await page.inputValue('#candidates')]).toEqual(['cpu', 'bvh']);
    equals(await shownAt(page, cutting), detector);
    expect(said).toEqual([]);
  });
});

test('the jaw opens by itself, against the tool, a burr and a retractor, as a scene reports it', async () => {
  await page.selectOption('#candidates', 'scanlines');
  await inUse(cutting);
  expect(await page.textContent('#number-other-pairs')).toBe('none');
  await page.check('#others');
  const bones = connectedParts(bone);
  const scene = await createScene({
    ...{ contactDistance: options.contactDistance, resolution: options.resolution, backend: 'cpu' },
    bones,
    tools: [options.tool, sphericalBurr(), box({ size: [30, 3, 40], divisions: [6, 1, 8] })],
  });
  const skull = await createDetector({ ...options, bone: bones[0] });
  const openings = [
    [0, 'burr'],
    [12, 'retractor'],
  ] as const;
  for (const [degrees, touched] of partOf(openings, 2, 1)) {
    await page.fill('#jaw', String(degrees));
    const shown = await inUse(cutting);
    const others = [...cutting, ...turned(90, [0, -94.5, -114]), ...turned(0, [48, -1.5, -90])];
    const found = await scene.detect([...identityPose, ...openedJaw(degrees)], others);
    const touching = found
      .filter((pair) => pair.bone + pair.tool > 0)
      .map(
        ({ bone: b, tool, report }) => `${['skull', 'jaw'][b]}–${['tool', 'burr', 'retractor'][tool]} ${report.state}`,
      );
    expect(touching.join()).toContain(`jaw–${touched}`);
    expect(await page.textContent('#number-other-pairs')).toBe(touching.join(', '));
    equals(shown, skull);
  }
  await page.uncheck('#others');
  equals(await inUse(cutting), detector);
  expect(await page.textContent('#number-other-pairs')).toBe('none');
  expect(said).toEqual([]);
});

/** A rotation about x, in degrees, then a translation. */
function turned(degrees: number, place: readonly number[]): Float64Array {
  const [s, c] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  return poseOf([1, 0, 0, 0, c, s, 0, -s, c], place);
}

/** Opened about the line y = −7, z = −56, whose points stay. */
function openedJaw(degrees: number): Float64Array {
  const turn = turned(degrees, [0, 0, 0]);
  const [y, z] = [5, 6].map((k) => turn[k] * -7 + turn[k + 4] * -56);
  return turned(degrees, [0, -7 - y, -56 - z]);
}
