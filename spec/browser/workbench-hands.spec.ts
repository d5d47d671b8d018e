// What the workbench gives back to a hand that feels nothing, in a real browser: a bar of the force, the rumble of a
// gamepad, and the sound of the tool. Needs dist/.

import { afterAll, expect, test } from '@jest/globals';
import { MOST_FORCE } from '../../examples/workbench/src/force.ts';
import { hold, openWorkbench, path, tap } from '#harness/workbench-page.ts';

const workbench = await openWorkbench();
afterAll(workbench.close);
const { page, said } = await workbench.opened((opening) =>
  // What the page sends to the loudspeakers goes to an analyser.
  opening.addInitScript(() => {
    const heard = { contexts: [] as AudioContext[], analyser: null as AnalyserNode | null };
    Object.assign(globalThis, {
      heard,
      AudioContext: class extends AudioContext {
        constructor() {
          super();
          heard.contexts.push(this);
          heard.analyser = new AnalyserNode(this);
        }
        override get destination() {
          return (heard.analyser ?? super.destination) as AudioDestinationNode;
        }
      },
    });
  }),
);
/** Two millimetres above the vault. */
const clear = Array.from(path.subarray(16 * 48, 16 * 49));

interface Seen {
  readonly now: string | null;
  readonly says: string | null;
  readonly share: number;
  readonly isShown: boolean;
  /** The newest effect's magnitude; null: none yet. */
  readonly shaken: number | null;
}
const seen = (): Promise<Seen> =>
  page.evaluate(() => {
    const bar = document.getElementById('force') as HTMLElement;
    const track = bar.querySelector('.track') as HTMLElement;
    const filled = Number.parseFloat(getComputedStyle(track, '::after').height);
    return {
      now: bar.getAttribute('aria-valuenow'),
      says: bar.getAttribute('aria-valuetext'),
      share: filled / track.clientHeight,
      isShown: bar.checkVisibility(),
      shaken: (globalThis as never as { shaken?: number }).shaken ?? null,
    };
  });

test('the force of a bone that is felt is a bar and a rumble, and both are gone when it is not felt', async () => {
  await page.evaluate(() => {
    const button = { pressed: false, touched: false, value: 0 };
    const pad = {
      ...{ connected: true, mapping: 'standard', axes: [0, 0, 0, 0] },
      buttons: Array.from({ length: 17 }, () => button),
      vibrationActuator: {
        async playEffect(_type: string, { strongMagnitude }: GamepadEffectParameters) {
          (globalThis as never as { shaken?: number }).shaken = strongMagnitude;
        },
      },
    };
    navigator.getGamepads = () => [pad] as never;
    dispatchEvent(new Event('gamepadconnected'));
  });
  await hold(page, clear);
  expect(await seen()).toMatchObject({ isShown: false, shaken: null });
  await page.keyboard.press('f');
  await page.waitForFunction(() => document.body.dataset.felt === 'free');
  expect(await seen()).toMatchObject({ isShown: true, now: '0.0', says: '0.0 N', share: 0, shaken: null });
  // 5 mm further down: 3 mm in the bone, where it presses with some newtons.
  await tap(page, 's', 20);
  await page.waitForFunction(() => Number(document.getElementById('force')?.ariaValueNow) > 1);
  await page.waitForFunction(() => (globalThis as never as { shaken?: number }).shaken !== undefined);
  // At rest the force is steady, so bar, number and rumble are of the same one.
  await page.waitForTimeout(1000);
  const { now, says, share, shaken } = await seen();
  const force = Number(now);
  expect(says).toBe(`${now} N`);
  expect(Number.parseFloat((await page.textContent('#number-force')) as string)).toBeCloseTo(force, 0);
  // The bar is drawn in whole pixels.
  expect(Math.abs(share - force / MOST_FORCE)).toBeLessThan(0.03);
  expect(Math.abs((shaken as number) - force / MOST_FORCE)).toBeLessThan(0.05);
  // Further in than the loop can push back: the bar says so.
  await tap(page, 's', 60);
  await page.waitForFunction(() => document.getElementById('force')?.ariaValueText?.includes('limit'));
  expect(Number((await seen()).now)).toBe(MOST_FORCE);
  await page.keyboard.press('f');
  await page.waitForFunction(() => document.body.dataset.felt === '');
  expect((await seen()).isShown).toBe(false);
  expect(said).toEqual([]);
});

test('the tool is silent until its sound is wanted, and then while it is off or the page is hidden', async () => {
  interface Heard {
    readonly contexts: readonly AudioContext[];
    readonly analyser: AnalyserNode | null;
  }
  const contexts = () =>
    page.evaluate(() => (globalThis as never as { heard: Heard }).heard.contexts.map(({ state }) => state));
  /** Resolves once the loudest of what is heard is as said. */
  const isLoud = (isSo: boolean) =>
    page.waitForFunction((wanted) => {
      const { analyser } = (globalThis as never as { heard: Heard }).heard;
      const samples = new Float32Array(2048);
      analyser?.getFloatTimeDomainData(samples);
      return samples.some((x) => Math.abs(x) > 0.01) === wanted;
    }, isSo);
  await hold(page, clear);
  await page.keyboard.press('k');
  await page.waitForFunction(() => document.body.dataset.cutting === 'true');
  expect(await contexts()).toEqual([]);
  await page.locator('#saw-sound').dispatchEvent('click');
  await isLoud(true);
  expect(await contexts()).toEqual(['running']);
  await page.keyboard.press('k');
  await isLoud(false);
  await page.keyboard.press('k');
  await isLoud(true);
  const hide = (isHidden: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
      document.dispatchEvent(new Event('visibilitychange'));
    }, isHidden);
  const context = (state: string) =>
    page.waitForFunction(
      (wanted) => (globalThis as never as { heard: Heard }).heard.contexts.every((one) => one.state === wanted),
      state,
    );
  await hide(true);
  await context('suspended');
  await hide(false);
  await context('running');
  await page.locator('#saw-sound').dispatchEvent('click');
  await context('suspended');
  expect(await contexts()).toHaveLength(1);
  expect(said).toEqual([]);
});
