// What holds the workbench's saw besides keys and pointer, in a real browser: a gamepad, and a device of a server that
// speaks the Inverse service's protocol; also a page in the background, and which element gets keys. Needs dist/.

import { afterAll, afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { box, sphere } from '#datasets';
import { writeMesh } from '#kerf';
import { InverseServer, type Three } from '#harness/inverse-server.ts';
import { inLong } from '#harness/sets.ts';
import { hold, openWorkbench, path, poseShown as poseOf, shownAt, staysOut, tap } from '#harness/workbench-page.ts';

const workbench = await openWorkbench();
afterAll(workbench.close);
/**
 * One page for all tests. Each leaves it with the keys holding the saw; the gamepad's leaves a recorded motion, and the
 * last two leave another bone and tool.
 */
const { page, said } = await workbench.opened();
beforeEach(() => {
  said.length = 0;
});
afterEach(letGo);

/** Releases the saw, stops feeling, and removes the focus from any field. */
async function letGo(): Promise<void> {
  await page.uncheck('#device-holds');
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  const isFelt = () => page.evaluate(() => !['', undefined].includes(document.body.dataset.felt));
  if (await isFelt()) await page.keyboard.press('f');
  expect(await isFelt()).toBe(false);
}

const poseShown = () => poseOf(page);
/** Two millimetres above the vault. */
const clear = Array.from(path.subarray(16 * 48, 16 * 49));
const felt = (state: string) =>
  page.waitForFunction((wanted) => document.body.dataset.felt === wanted, state).then(() => undefined);
const status = (part: string) =>
  page
    .waitForFunction((wanted) => document.getElementById('status')?.textContent?.includes(wanted), part)
    .then(() => page.textContent('#status'));
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 10));
}
const forceIs = (least: number, most: number) =>
  page.waitForFunction(
    ([low, high]) => {
      const shown = Number.parseFloat(document.getElementById('number-force')?.textContent ?? '');
      return shown >= low && shown <= high;
    },
    [least, most],
  );
/** Simulates the user's leaving the tab, and coming back. */
const hide = (isHidden: boolean) =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      get: () => (hidden ? 'hidden' : 'visible'),
    });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);

describe('an Inverse device', () => {
  let server: InverseServer;
  beforeEach(async () => {
    server = await InverseServer.start();
  });
  afterEach(() => server.stop());
  const grip = [1, 0, 0, 0] as const;
  /** m: the hand's position, given in mm above where the saw was taken (the device's z points out of the bone). */
  const above = (mm: number): Three => [0, 0, mm / 1000];
  const holdByDevice = async (): Promise<void> => {
    await page.fill('#device-address', server.url);
    await page.focus('#device-holds');
    await page.keyboard.press('Space');
  };
  /** Lowers the hand by 5 mm, to 3 mm in the bone. */
  const press = async (): Promise<void> => {
    await hold(page, clear);
    server.hand = () => ({ position: above(0), grip });
    await holdByDevice();
    await felt('free');
    const lowered = await poseShown();
    for (let k = 0; k < 16; k++) expect(lowered[k]).toBeCloseTo(clear[k], 9);
    let z = 0;
    server.hand = () => {
      z = Math.max(-5, z - 0.02);
      return { position: above(z), grip };
    };
    await forceIs(1, 8);
    await felt('contact');
    server.hand = () => ({ position: above(-5), grip });
  };

  test('holds the saw: it stays out of the bone, the report is of where it is held, and the hand feels the force', async () => {
    await press();
    expect(await page.textContent('#status')).toContain(server.url);
    await page.waitForFunction(
      (y) => {
        const { pose } = (globalThis as never as { workbench: { pose(): number[] } }).workbench;
        return Math.abs(pose()[14] - y) < 1e-6;
      },
      clear[14] - 5 * clear[6],
    );
    const pressed = await staysOut(page);
    // Upward, in the device's frame.
    await until(() => (server.forces().at(-1) as Three)[2] > 1);
    // Meanwhile, keys do nothing.
    await page.keyboard.press('Shift+w');
    await page.waitForTimeout(200);
    expect(await poseShown()).toEqual(pressed);
    await page.uncheck('#device-holds');
    await status('The keys hold the saw');
    await page.waitForFunction(() => document.getElementById('number-state')?.textContent === 'intersecting', null);
    await page.keyboard.press('Shift+w');
    expect(await poseShown()).not.toEqual(pressed);
    expect(said).toEqual([]);
  });

  inLong(() => {
    test('that is not there is said in a sentence, and the keys hold the saw', async () => {
      await hold(page, clear);
      await server.stop();
      await holdByDevice();
      expect(await status('does not answer')).toContain(server.url);
      expect(await page.isChecked('#device-holds')).toBe(false);
      expect(await page.evaluate(() => document.body.dataset.felt)).toBe('');
      expect(await page.textContent('#number-felt')).toBe('–');
      await tap(page, 's');
      expect((await poseShown())[14]).toBeCloseTo(clear[14] - 0.25 * clear[6], 9);
      await page.fill('#device-address', 'localhost');
      await page.focus('#device-holds');
      await page.keyboard.press('Space');
      await status('url is "localhost"');
      expect(await page.isChecked('#device-holds')).toBe(false);
      server = await InverseServer.start();
    });
  });

  const faults: [state: string, what: string, fault: () => void, says: string | null][] = [
    ['disconnected', 'that drops the line', () => server.stop(), 'does not answer'],
    [
      'bad-pose',
      'that sends NaN',
      () => {
        server.write = (state) => JSON.stringify(state).replace(/"z":-?[\d.e-]+/, '"z":null');
      },
      null,
    ],
    [
      'jumped',
      'that jumps 100 mm',
      () => {
        let jumps = 0;
        server.hand = () => ({ position: jumps++ % 2 === 0 ? above(-5) : [0.1, 0, -0.005], grip });
      },
      null,
    ],
  ];
  inLong(() => {
    test(`a device lets the force fade ${faults.map(([, what]) => what).join(', ')}, and feels again after that`, async () => {
      await press();
      for (const [state, , fault, says] of faults) {
        fault();
        await page.waitForFunction((wanted) => {
          const shown = (id: string) => document.getElementById(`number-${id}`)?.textContent ?? '';
          return shown('felt').startsWith(wanted) && Number.parseFloat(shown('force')) === 0;
        }, state);
        if (says !== null) expect(await status(says)).toContain(server.url);
        // The server restores the connection, and the hand.
        if (state === 'disconnected') server = await InverseServer.start(server.port);
        server.write = JSON.stringify;
        server.hand = () => ({ position: above(-5), grip });
        await forceIs(1, 8);
        await felt('contact');
      }
    });
  });

  inLong(() => {
    test('is let go while the page is hidden, its force fading, and holds the saw again after that', async () => {
      await press();
      const connections = server.received.length;
      await hide(true);
      await status('hidden');
      await until(() => Math.hypot(...(server.forces().at(-1) as Three)) === 0);
      // The loop's own spec checks the fading tick by tick, since a busy machine skips messages. After it there are
      // none.
      let length = 0;
      while (length !== server.forces().length) {
        length = server.forces().length;
        await page.waitForTimeout(300);
      }
      expect(server.received.length).toBe(connections);
      await hide(false);
      // At its present place the saw would be in the bone, so the hand leads it out.
      server.hand = () => ({ position: above(0), grip });
      await felt('free');
      expect(await page.textContent('#status')).toContain('holds the saw');
      expect(await page.isChecked('#device-holds')).toBe(true);
    });
  });
});

describe('a page in the background', () => {
  test('replays nothing, and goes on from where it was', async () => {
    await hold(page, clear);
    const at = async () => {
      const now = await poseShown();
      return path.findIndex((_, i) => i % 16 === 0 && now.every((x, k) => path[i + k] === x)) / 16;
    };
    await page.keyboard.press('p');
    await page.waitForTimeout(500);
    await hide(true);
    const before = await at();
    expect(before).toBeGreaterThanOrEqual(0);
    await page.waitForTimeout(500);
    expect(await at()).toBe(before);
    const started = Date.now();
    await hide(false);
    await page.waitForFunction(
      (given) => {
        const now = (globalThis as never as { workbench: { pose(): number[] } }).workbench.pose();
        return !given.every((x, k) => now[k] === x);
      },
      Array.from(path.subarray(16 * before, 16 * before + 16)),
    );
    const after = await at();
    // No more than the time since then.
    expect(after - before).toBeLessThanOrEqual(Math.ceil(((Date.now() - started) / 1000) * 60));
    // Taking the saw in hand ends the replay.
    await tap(page, 'w');
  });

  test('feels on, the hand where it was', async () => {
    await hold(page, clear);
    await page.keyboard.press('f');
    await felt('free');
    await tap(page, 's', 20);
    await forceIs(1, 8);
    await hide(true);
    const hand = await poseShown();
    await page.waitForTimeout(500);
    await forceIs(1, 8);
    expect(await poseShown()).toEqual(hand);
    await hide(false);
  });
});

describe('a gamepad', () => {
  /** Sets the state that the browser reports for its first gamepad. */
  const pad = (state: { axes?: number[]; down?: number[] } | null, event?: string) =>
    page.evaluate(
      ([given, name]) => {
        const button = (value: number) => ({ pressed: value > 0, touched: value > 0, value });
        const now = given && {
          connected: true,
          mapping: 'standard',
          axes: given.axes ?? [0, 0, 0, 0],
          buttons: Array.from({ length: 17 }, (_, i) => button(given.down?.includes(i) ? 1 : 0)),
        };
        const counts = globalThis as never as { asked: number };
        counts.asked ??= 0;
        navigator.getGamepads = () => {
          counts.asked++;
          return [now] as never;
        };
        if (name !== undefined) dispatchEvent(new Event(name));
      },
      [state, event] as const,
    );
  const asked = () => page.evaluate(() => (globalThis as never as { asked: number }).asked);

  test('moves the saw while its stick is pushed, acts once for a button, and is asked for nothing after it has gone', async () => {
    await hold(page, clear);
    const isTold = () => page.locator('#pad').evaluate((section) => !(section as HTMLElement).hidden);
    expect(await isTold()).toBe(false);
    await pad({ axes: [0, 0, 0, 0] }, 'gamepadconnected');
    expect(await isTold()).toBe(true);
    expect(await page.textContent('#pad-keys')).toMatch(/mm\/s.*rad\/s/s);
    await page.waitForTimeout(200);
    expect(await poseShown()).toEqual(clear);
    await pad({ axes: [1, 0, 0, 0] });
    await page.waitForFunction(([x, y, z]) => {
      const now = (globalThis as never as { workbench: { pose(): number[] } }).workbench.pose();
      return Math.hypot(now[12] - x, now[13] - y, now[14] - z) > 2;
    }, clear.slice(12));
    await pad({ axes: [0, 0, 0, 0] });
    await page.waitForTimeout(300);
    const moved = await poseShown();
    const way = [0, 1, 2].map((k) => moved[12 + k] - clear[12 + k]);
    const along = way.reduce((sum, x, k) => sum + x * clear[k], 0);
    expect(along).toBeGreaterThan(2);
    expect(Math.hypot(...way)).toBeCloseTo(along, 9);
    expect(moved.slice(0, 12)).toEqual(clear.slice(0, 12));
    await page.waitForTimeout(200);
    expect(await poseShown()).toEqual(moved);
    // Record: a press, however long, counts once.
    await pad({ down: [1] });
    await page.waitForFunction(() => document.body.dataset.recording === 'true');
    await page.waitForTimeout(300);
    expect(await page.evaluate(() => document.body.dataset.recording)).toBe('true');
    await page.keyboard.press('r');
    await pad(null, 'gamepaddisconnected');
    expect(await isTold()).toBe(false);
    await page.waitForTimeout(200);
    const before = await asked();
    await page.waitForTimeout(300);
    expect(await asked()).toBe(before);
    expect(said).toEqual([]);
  });
});

test('a checkbox or a button with the focus leaves the page its keys; a field, a slider and a select take theirs', async () => {
  await hold(page, clear);
  const moves = async (key: string): Promise<boolean> => {
    const before = await poseShown();
    await page.keyboard.press(key);
    return (await poseShown()).some((x, k) => x !== before[k]);
  };
  await page.focus('#see-through');
  expect([await moves('s'), await moves('ArrowLeft')]).toEqual([true, true]);
  expect(await moves('Space')).toBe(false);
  expect(await page.isChecked('#see-through')).toBe(true);
  await page.focus('#actions button');
  expect([await moves('w'), await moves('ArrowRight')]).toEqual([true, true]);
  await page.focus('input[type=file]');
  expect(await moves('d')).toBe(true);
  await page.locator('#jaw').evaluate((slider) => slider.removeAttribute('disabled'));
  await page.focus('#jaw');
  expect([await moves('s'), await moves('ArrowLeft')]).toEqual([true, false]);
  await page.focus('#device-address');
  expect([await moves('s'), await moves('ArrowLeft')]).toEqual([false, false]);
  await page.evaluate(() => {
    const select = document.createElement('select');
    select.id = 'choice';
    select.append(new Option('a'), new Option('b'));
    document.body.append(select);
  });
  await page.focus('#choice');
  expect(await moves('ArrowDown')).toBe(false);
  expect(await page.inputValue('#choice')).toBe('b');
  expect(await moves('a')).toBe(false);
});

inLong(() => {
  test('a bone that is opened while it is felt is felt', async () => {
    await hold(page, clear);
    await page.keyboard.press('f');
    await felt('free');
    await page.setInputFiles('input[type=file]', {
      name: 'ball.ply',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(writeMesh(sphere({ radius: 20, subdivisions: 3 }), 'ply')),
    });
    await status('ball.ply, ');
    // Two millimetres into the ball, from above: the blade's edge is at the tool's origin.
    for (let y = 22; y >= 18; y -= 0.1) {
      await hold(page, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, y, 0, 1]);
      await page.waitForTimeout(20);
    }
    await forceIs(1, 8);
    await felt('contact');
  });
});

test('a tool too large to be felt is refused in a sentence, and the keys hold it', async () => {
  const far = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5000, 0, 0, 1];
  await hold(page, far);
  const bytes = Buffer.from(writeMesh(box({ size: [1500, 1500, 1500] }), 'stl'));
  await page.setInputFiles('#choose-tool', { name: 'huge.stl', mimeType: 'model/stl', buffer: bytes });
  await page.waitForFunction(() => document.getElementById('tool')?.textContent?.includes('huge.stl'));
  await page.keyboard.press('f');
  await page.waitForFunction(() => document.body.dataset.state === 'failed');
  expect(await page.textContent('#status')).toContain('samples');
  await tap(page, 'w');
  const moved = await poseShown();
  expect(moved[13]).toBe(0.25);
  expect((await shownAt(page, moved)).state).toBe('separated');
});
