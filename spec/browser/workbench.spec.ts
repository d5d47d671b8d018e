// The workbench in a real browser, as its user sees it: it loads, shows what it promises, goes on if a GPU is missing
// or lost, and saves files; workbench-keys.spec.ts holds the saw by keys. Needs dist/, which the sets' commands build
// first.

import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { createDetector } from '#kerf';
import { GPU_DISTANCE_ERROR } from '#records';
import { longRun } from '#harness/long-run.ts';
import { inLong } from '#harness/sets.ts';
import {
  bone,
  equals,
  eventually,
  newest,
  openWorkbench,
  options,
  path,
  settled,
  shownAt,
  staysOut,
  tap,
} from '#harness/workbench-page.ts';

const { opened, close } = await openWorkbench();
afterAll(close);

/** Puts a script before that of one of the page's workers. */
const begunWith = (page: Page, worker: string, script: string) =>
  page.route(`**/${worker}-worker.js`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${script}\n${await response.text()}` });
  });

/**
 * Loses a device on request: `once` destroys it at its next submit. `always` also destroys every later device
 * as soon as it exists, before it compiles kernels, which would take a software adapter ten seconds.
 */
const LOSING_DEVICES = `{
  const request = GPUAdapter.prototype.requestDevice;
  const { submit } = GPUQueue.prototype;
  const channel = new BroadcastChannel('devices');
  let device, count = 0, losses = 0;
  GPUAdapter.prototype.requestDevice = async function (...given) {
    device = await request.apply(this, given);
    channel.postMessage(++count);
    if (losses === Infinity) setTimeout(() => device.destroy(), 1);
    return device;
  };
  GPUQueue.prototype.submit = function (...given) {
    submit.apply(this, given);
    if (losses-- > 0) device.destroy();
  };
  channel.onmessage = ({ data }) => {
    if (data !== 'once' && data !== 'always') return;
    losses = data === 'always' ? Infinity : 1;
    channel.postMessage('armed');
  };
}`;

/** Loses the picture's context on request. */
const LOSING_CONTEXT = `{
  const get = OffscreenCanvas.prototype.getContext;
  let lose;
  const restoreSoon = () => setTimeout(() => lose.restoreContext(), 100);
  OffscreenCanvas.prototype.getContext = function (kind, ...given) {
    const context = get.call(this, kind, ...given);
    // A context that is lost has no extensions.
    if (kind === 'webgl2') lose = context.getExtension('WEBGL_lose_context') ?? lose;
    this.addEventListener('webglcontextlost', restoreSoon);
    return context;
  };
  new BroadcastChannel('context').onmessage = () => lose.loseContext();
}`;

/** The page for tests that need no other; until it is asked to lose something, it is as a visitor has it. */
const plain = await opened(async (fresh) => {
  await begunWith(fresh, 'detector', LOSING_DEVICES);
  await begunWith(fresh, 'picture', LOSING_CONTEXT);
});

/** The share of the picture's pixels in a warm colour, like contacts inside the bone: red well above blue. */
async function warmPixels(page: Page): Promise<number> {
  // What stands on the canvas is no part of the picture.
  const style = '#ahead, #through { visibility: hidden; }';
  const png = (await page.locator('#picture canvas').screenshot({ style })).toString('base64');
  return page.evaluate(async (data) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
    context.drawImage(image, 0, 0);
    // Without the legend, in the lower left corner.
    const { data: rgba } = context.getImageData(0, 0, image.width, Math.floor(0.85 * image.height));
    let warm = 0;
    for (let i = 0; i < rgba.length; i += 4) if (rgba[i] - rgba[i + 2] > 90) warm++;
    return warm / (rgba.length / 4);
  }, png);
}

test('along a recorded cut: the numbers of detectSync, and colours only where there is a contact', async () => {
  const { page, said } = plain;
  const detector = await createDetector({ ...options, bone });
  const at = (i: number) => path.subarray(16 * i, 16 * i + 16);
  const isWarm = () => eventually(async () => expect(await warmPixels(page)).toBeGreaterThan(0.001));
  const isCold = () => eventually(async () => expect(await warmPixels(page)).toBe(0));
  const seen = [
    [130, isWarm],
    [20, isCold],
    [180, isWarm],
  ] as const;
  for (const [i, isSeen] of seen.slice(longRun(0, 1))) {
    const shown = await shownAt(page, at(i));
    equals(shown, detector);
    await page.keyboard.press('c');
    await settled(page);
    await isSeen();
    expect(await page.textContent('#number-state')).toBe(shown.state);
    expect(await page.textContent('#number-contacts')).toBe(shown.distance.length.toLocaleString('en'));
  }
  // Without the contacts' layer there is no such colour; the camera stays.
  await page.uncheck('#show-contacts');
  await isCold();
  await page.check('#show-contacts');
  await isWarm();
  expect(said).toEqual([]);
});

test('with feeling on, the saw is pressed on the bone: it stays out, and the force is that of the spring', async () => {
  const { page, said } = plain;
  // Two millimetres above the vault.
  const clear = path.subarray(16 * 48, 16 * 49);
  await shownAt(page, clear);
  await page.keyboard.press('f');
  await page.waitForFunction(() => document.body.dataset.felt === 'free');
  await tap(page, 's', 20);
  // Both must hold at once: if other work delays the model thread, the servo is 'stale' between two models.
  await page.waitForFunction(
    () =>
      document.body.dataset.felt === 'contact' &&
      Number.parseFloat(document.getElementById('number-force')?.textContent ?? '') > 1,
  );
  await staysOut(page);
  await page.keyboard.press('f');
  await page.waitForFunction(() => document.getElementById('number-state')?.textContent === 'intersecting');
  expect(said).toEqual([]);
});

inLong(() => {
  test('a GPU that is lost while the saw is moved: the same answers go on, and behind three losses those of the CPU', async () => {
    const { page, said } = plain;
    await page.evaluate(() => {
      const channel = new BroadcastChannel('devices');
      let arm = () => {};
      channel.onmessage = ({ data }) => {
        if (data === 'armed') arm();
        else document.body.dataset.devices = String(data);
      };
      const lose = (how: string) =>
        new Promise<void>((resolve) => {
          arm = resolve;
          channel.postMessage(how);
        });
      Object.assign(globalThis, { lose });
    });
    const devices = async () => Number(await page.evaluate(() => document.body.dataset.devices));
    await shownAt(page, path.subarray(16 * 50, 16 * 51));
    await page.selectOption('#backend', 'webgpu');
    await page.waitForFunction(() => document.getElementById('number-backend')?.textContent === 'webgpu');
    const detector = await createDetector({ ...options, bone });
    const before = await devices();
    for (const [i, how, backend] of [
      [66, 'once', 'webgpu'],
      [68, 'always', 'cpu'],
      [70, 'always', 'cpu'],
    ] as const) {
      // Lost during the query.
      const pose = path.subarray(16 * i, 16 * i + 16);
      await page.evaluate((given) => (globalThis as never as { lose(how: string): Promise<void> }).lose(given), how);
      const shown = await shownAt(page, pose);
      const report = detector.detectSync(pose);
      expect(shown.state).toBe(report.state);
      expect(shown.distance.length).toBeGreaterThan(0);
      // The same rows; the GPU's distances are guaranteed to 1e-4 mm.
      for (const column of ['face', 'level', 'path'] as const)
        expect(shown[column]).toEqual(Array.from(report.contacts[column]));
      const off = report.contacts.distance.map((distance, row) => Math.abs(distance - shown.distance[row]));
      expect(Math.max(...off)).toBeLessThanOrEqual(backend === 'cpu' ? 0 : GPU_DISTANCE_ERROR);
      expect(await page.textContent('#number-backend')).toBe(backend);
      if (how === 'once') expect(await devices()).toBe(before + 1);
    }
    expect(await page.textContent('#help-backend')).toContain('backend cpu');
    expect(said).toEqual([]);
  });
});

test('report, motion and picture are saved, and a motion comes back', async () => {
  const { page } = plain;
  const saved = async (key: string) => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press(key)]);
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
  };
  const shown = await shownAt(page, path.subarray(16 * 130, 16 * 131));
  const report = await saved('x');
  expect(report.name).toBe('kerf-report.json');
  expect(JSON.parse(report.bytes.toString())).toMatchObject({
    units: 'mm',
    pose: shown.pose,
    state: 'intersecting',
    contacts: { distance: shown.distance, corners: shown.corners },
  });
  const picture = await saved('i');
  expect([...picture.bytes.subarray(1, 4)].map((byte) => String.fromCharCode(byte)).join('')).toBe('PNG');
  expect(picture.bytes.length).toBeGreaterThan(5000);
  // A held key acts once.
  for (let repeat = 0; repeat < 4; repeat++) await page.keyboard.down('r');
  await page.keyboard.up('r');
  expect(await page.textContent('#status')).toContain('recording');
  await tap(page, 'w');
  await tap(page, 'd');
  await page.keyboard.press('r');
  const motion = JSON.parse((await saved('m')).bytes.toString());
  expect(motion.poses).toHaveLength(3);
  await page.setInputFiles('input[type=file]', {
    name: 'motion.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(motion)),
  });
  await newest(page, motion.poses[0]);
  await page.setInputFiles('input[type=file]', {
    name: 'bad.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{"poses":[[1,2]]}'),
  });
  await page.waitForFunction(() => document.getElementById('status')?.className === 'bad');
  expect(await page.textContent('#status')).toContain('bad.json: pose 0');
  // Sixteen numbers that are not a rigid motion: the tool stays where it was.
  const before = await shownAt(page, path.subarray(16 * 100, 16 * 101));
  await page.setInputFiles('input[type=file]', {
    name: 'flat.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ poses: [Array(16).fill(0)] })),
  });
  await page.waitForFunction(() => document.body.dataset.state === 'failed');
  const pose = await page.evaluate(() => (globalThis as never as { workbench: { pose(): number[] } }).workbench.pose());
  expect(pose.map((x) => x + 0)).toEqual(before.pose);
});

test('a picture that its browser takes away comes back', async () => {
  const { page } = plain;
  await shownAt(page, path.subarray(16 * 130, 16 * 131));
  await page.keyboard.press('c');
  await eventually(async () => expect(await warmPixels(page)).toBeGreaterThan(0.001));
  await page.evaluate(() => new BroadcastChannel('context').postMessage('lose'));
  // The last frame stays on the screen, so only a change from here on shows that there is a new one.
  await page.uncheck('#show-contacts');
  await eventually(async () => expect(await warmPixels(page)).toBe(0));
  await page.check('#show-contacts');
  await eventually(async () => expect(await warmPixels(page)).toBeGreaterThan(0.001));
  expect(await page.isVisible('.no-picture')).toBe(false);
});

inLong(() => {
  test('without WebGPU it says so, and goes on with the CPU in its worker', async () => {
    const without = `Object.defineProperty(WorkerNavigator.prototype, 'gpu', { get: () => undefined });`;
    const { page, said } = await opened((fresh) => begunWith(fresh, 'detector', without));
    const status = (await page.textContent('#help-backend')) ?? '';
    expect(status).toContain('backend cpu');
    expect(status).toContain('WebGPU');
    expect(await page.textContent('#number-backend')).toBe('cpu');
    // A choice that is unavailable is dropped.
    await page.selectOption('#backend', 'webgpu');
    await page.waitForFunction(() => document.body.dataset.state === 'failed');
    expect(await page.textContent('#status')).toContain('WebGPU');
    expect(await page.inputValue('#backend')).toBe('auto');
    expect((await shownAt(page, path.subarray(16 * 130, 16 * 131))).state).toBe('intersecting');
    expect(said).toEqual([]);
    await page.close();
  });
});

inLong(() => {
  test('where nothing can be drawn, the page says why, and its numbers go on', async () => {
    const without = 'OffscreenCanvas.prototype.getContext = () => null;';
    const { page } = await opened((fresh) => begunWith(fresh, 'picture', without));
    await page.waitForSelector('.no-picture');
    await page.keyboard.press('g');
    expect(await page.textContent('.no-picture')).toMatch(/^There is no picture: the browser has no WebGL 2.*; turn/);
    const before = await page.textContent('#number-insertion');
    await tap(page, 's', 1, true);
    await page.waitForFunction(
      (insertion) => document.getElementById('number-insertion')?.textContent !== insertion,
      before,
    );
    expect(await page.textContent('#number-state')).toBe('intersecting');
    await page.close();
  });
});
