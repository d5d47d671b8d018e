// The workbench's tool in the controller of a headset, in a real browser with an emulated headset, whose emulator is
// another party's. Needs dist/.

import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openWorkbench, path, poseShown, shownAt } from '#harness/workbench-page.ts';

const EMULATOR = join(import.meta.dirname, '../../node_modules/iwer/build/iwer.min.js');
/** Two millimetres above the vault. */
const clear = Array.from(path.subarray(16 * 48, 16 * 49));
/** rad: where the wearer looks, about the upright, so that the room's axes are not the screen's. */
const YAW = 0.5;
/** m: as f32 has them, from numbers of about 1: 10⁻⁷ of that, in mm. */
const ROUNDING = 3e-4;

interface Place {
  set(...numbers: number[]): void;
}
interface Emulated {
  readonly device: {
    readonly position: Place;
    readonly quaternion: Place;
    readonly activeSession?: XRSession;
    readonly controllers: { readonly right: Controller };
  };
}
interface Controller {
  readonly position: Place;
  readonly quaternion: Place;
  connected: boolean;
  readonly inputSource: XRInputSource;
  updateButtonValue(id: 'trigger' | 'squeeze', value: number): void;
}

const workbench = await openWorkbench();
afterAll(workbench.close);
const { page, said } = await workbench.opened(async (opening) => {
  await opening.addInitScript({ path: EMULATOR });
  await opening.addInitScript((yaw) => {
    const { IWER } = globalThis as never as { IWER: { XRDevice: new (kind: unknown) => Made; metaQuest3: unknown } };
    type Made = Emulated['device'] & { installRuntime(options: { forceInstall: boolean }): void };
    const device = new IWER.XRDevice(IWER.metaQuest3);
    // The browser has WebXR itself, without a headset.
    device.installRuntime({ forceInstall: true });
    device.position.set(0.3, 1.6, -0.2);
    device.quaternion.set(0, Math.sin(yaw / 2), 0, Math.cos(yaw / 2));
    // This emulator calls all its places guessed; here they are as a tracked controller's, until a test says otherwise.
    const get = () => (globalThis as never as { isGuessed?: boolean }).isGuessed === true;
    Object.defineProperty(XRPose.prototype, 'emulatedPosition', { get });
    // It takes an offset's matrix where the standard says a transform.
    const made = XRReferenceSpace.prototype.getOffsetReferenceSpace;
    XRReferenceSpace.prototype.getOffsetReferenceSpace = function (this: XRReferenceSpace, offset) {
      return made.call(this, offset.matrix as never);
    };
    Object.assign(globalThis, { device });
  }, YAW);
});

/** Sets the controller's place in the room, and waits for three frames of the session, or, after its end, a while. */
const hand = (position: readonly number[], quaternion: readonly number[] = [0, 0, 0, 1]) =>
  page.evaluate(
    async ([at, turn]) => {
      const { device } = globalThis as never as Emulated;
      device.controllers.right.position.set(...at);
      device.controllers.right.quaternion.set(...turn);
      // Three frames of the session, or, after its end, a while.
      for (let n = 0; n < 3; n++)
        await new Promise((resolve) => {
          device.activeSession?.requestAnimationFrame(resolve);
          setTimeout(resolve, 1000);
        });
    },
    [position, quaternion] as const,
  );
const button = (id: 'trigger' | 'squeeze', isDown: boolean) =>
  page.evaluate(
    async ([name, value]) => {
      const { device } = globalThis as never as Emulated;
      device.controllers.right.updateButtonValue(name, value);
      // Three frames of the session, or, after its end, a while.
      for (let n = 0; n < 3; n++)
        await new Promise((resolve) => {
          device.activeSession?.requestAnimationFrame(resolve);
          setTimeout(resolve, 1000);
        });
    },
    [id, isDown ? 1 : 0] as const,
  );
const begin = async () => {
  await page.locator('#hold-xr').dispatchEvent('click');
  await page.waitForFunction(() => document.getElementById('status')?.textContent?.startsWith('Squeeze'));
  await hand([0, 1, 0]);
};
const cutting = (isOn: boolean) =>
  page.waitForFunction((wanted) => document.body.dataset.cutting === String(wanted), isOn);

/** The picture's right, up and towards the viewer, in the bone's frame. */
async function axes(of: Page): Promise<number[][]> {
  const { direction, up } = await of.evaluate(() =>
    (globalThis as never as { workbench: { camera(): { direction: number[]; up: number[] } } }).workbench.camera(),
  );
  const cross = (a: number[], b: number[]) =>
    [0, 1, 2].map((k) => a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3]);
  const unit = (v: number[]) => v.map((x) => x / Math.hypot(...v));
  const right = unit(cross(direction, up));
  return [right, cross(right, unit(direction)), unit(direction).map((x) => -x)];
}
/** A way in the wearer's own axes (right, up, backward), in the room's. */
const inRoom = ([x, y, z]: readonly number[]) => [
  x * Math.cos(YAW) + z * Math.sin(YAW),
  y,
  -x * Math.sin(YAW) + z * Math.cos(YAW),
];
const from = [0.1, 1.2, -0.5];
const at = (way: readonly number[]) => inRoom(way).map((x, k) => from[k] + x);
/** How far the tool has gone along an axis since `before`. */
const along = (axis: readonly number[], now: readonly number[], before: readonly number[]) =>
  axis.reduce((sum, a, k) => sum + a * (now[12 + k] - before[12 + k]), 0);

test('squeezed, it follows the hand in the axes of the picture; let go, it stays, and is taken again without a leap', async () => {
  await shownAt(page, clear);
  await begin();
  await hand(from);
  expect(await poseShown(page)).toEqual(clear);
  const [right, up, back] = await axes(page);
  await button('squeeze', true);
  await hand(at([0.004, 0.002, 0.003]));
  const moved = await poseShown(page);
  expect(Math.abs(along(right, moved, clear) - 4)).toBeLessThan(ROUNDING);
  expect(Math.abs(along(up, moved, clear) - 2)).toBeLessThan(ROUNDING);
  expect(Math.abs(along(back, moved, clear) - 3)).toBeLessThan(ROUNDING);
  for (let k = 0; k < 12; k++) expect(moved[k]).toBeCloseTo(clear[k], 6);
  await button('squeeze', false);
  await hand(at([-0.2, 0.1, 0.2]));
  expect(await poseShown(page)).toEqual(moved);
  await button('squeeze', true);
  await hand(at([-0.2, 0.1, 0.2]));
  const taken = await poseShown(page);
  for (let k = 0; k < 16; k++) expect(taken[k]).toBeCloseTo(moved[k], 3);
  await button('squeeze', false);
  await page.evaluate(() => (globalThis as never as Emulated).device.activeSession?.end());
});

test('its trigger cuts while it is pulled in a hand that holds the tool, and letting go stops the tool', async () => {
  await shownAt(page, clear);
  await begin();
  await hand(from);
  await button('trigger', true);
  await button('trigger', false);
  expect(await page.evaluate(() => document.body.dataset.cutting)).toBe('false');
  await button('squeeze', true);
  await button('trigger', true);
  await cutting(true);
  await button('trigger', false);
  await cutting(false);
  // However soon it is let go.
  await button('trigger', true);
  await button('trigger', false);
  await cutting(false);
  await button('trigger', true);
  await cutting(true);
  await button('squeeze', false);
  await cutting(false);
  await button('trigger', false);
  await page.evaluate(() => (globalThis as never as Emulated).device.activeSession?.end());
});

test('a controller whose place is guessed, one that is gone, and the end of the session, let the tool go', async () => {
  await shownAt(page, clear);
  await begin();
  await hand(from);
  await button('squeeze', true);
  await hand(at([0.005, 0, 0]));
  const held = await poseShown(page);
  expect(held).not.toEqual(clear);
  const isGuessed = (isSo: boolean) =>
    page.evaluate((wanted) => Object.assign(globalThis, { isGuessed: wanted }), isSo);
  await isGuessed(true);
  await hand(at([0.05, 0, 0]));
  await isGuessed(false);
  await hand(at([0.05, 0.05, 0]));
  expect(await poseShown(page)).toEqual(held);
  await button('squeeze', false);
  await button('squeeze', true);
  const isThere = (isSo: boolean) =>
    page.evaluate((wanted) => {
      (globalThis as never as Emulated).device.controllers.right.connected = wanted;
    }, isSo);
  await isThere(false);
  await hand(at([0.05, 0, 0]));
  await isThere(true);
  await hand(at([0.05, 0.05, 0]));
  expect(await poseShown(page)).toEqual(held);
  await button('squeeze', false);
  await button('squeeze', true);
  await button('trigger', true);
  await cutting(true);
  await page.evaluate(() => (globalThis as never as Emulated).device.activeSession?.end());
  await cutting(false);
  expect(await page.textContent('#hold-xr')).toBe('Use controller');
  const left = await poseShown(page);
  await hand(at([-0.1, 0, 0]));
  expect(await poseShown(page)).toEqual(left);
  expect(said).toEqual([]);
});

test('without a headset there is no such button', async () => {
  const { page: plain } = await workbench.opened();
  expect(await plain.locator('#xr').evaluate((part) => (part as HTMLElement).hidden)).toBe(true);
  await plain.close();
});
