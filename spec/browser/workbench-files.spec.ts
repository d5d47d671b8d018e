// What the workbench opens in a real browser: meshes, CT volumes, tools, and what it says about everything else. Needs
// dist/, which `npm test` builds first.

import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from '@jest/globals';
import { box, sphere, sphericalBurr } from '#datasets';
import { upright } from '../../examples/workbench/src/upright.ts';
import { createDetector, readMesh, readSurfaceFromVolume, type VolumeFormat, writeMesh } from '#kerf';
import { ballVolume, bytesOf, niftiBytes, vtiText } from '#harness/io-volumes.ts';
import { longRun } from '#harness/long-run.ts';
import { inLong } from '#harness/sets.ts';
import { bone, equals, eventually, openWorkbench, options, path, shownAt } from '#harness/workbench-page.ts';

const { opened, close } = await openWorkbench();
afterAll(close);
/** One page for all: the first test begins with the page's own bodies, the others open theirs. */
const { page, said } = await opened();

/** Drops a file on the page, with the Alt key for a tool. */
function drop(name: string, bytes: Uint8Array, altKey = false): Promise<unknown> {
  return page.evaluate(
    ([file, base64, alt]) => {
      const data = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([data], file));
      const init = { dataTransfer: transfer, altKey: alt, bubbles: true, cancelable: true };
      document.dispatchEvent(new DragEvent('drop', init));
    },
    [name, Buffer.from(bytes).toString('base64'), altKey] as const,
  );
}

/** Waits until the page is ready, or has failed, and its status contains `says`. */
async function told(state: 'ready' | 'failed', says: string): Promise<string> {
  await page.waitForFunction(
    ([wanted, text]) =>
      document.body.dataset.state === wanted && document.getElementById('status')?.textContent?.includes(text),
    [state, says] as const,
  );
  expect(await page.isHidden('#progress')).toBe(true);
  return (await page.textContent('#status')) ?? '';
}

/**
 * The tool's frame, not rotated, y mm along y from a ball's middle. The saw's report, and how much bone is in it, take
 * seconds where it is a few mm deep.
 */
const along = (y: number) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, y, 0, 1];

inLong(() => {
  test('a burr, or any mesh, is the tool; the other body stays, and so do both where one is refused', async () => {
    const ball = sphere({ radius: 20, subdivisions: 3 });
    const probe = sphere({ radius: 4, subdivisions: 2 });
    const at = path.subarray(16 * 130, 16 * 131);

    // By keyboard; a letter typed on the choice does not move the saw.
    const before = await page.evaluate(() =>
      (globalThis as never as { workbench: { pose(): number[] } }).workbench.pose(),
    );
    await page.focus('#tool');
    await page.keyboard.press('s');
    await page.keyboard.press('ArrowDown');
    expect(
      await page.evaluate(() => (globalThis as never as { workbench: { pose(): number[] } }).workbench.pose()),
    ).toEqual(before);
    expect(await page.inputValue('#tool')).toBe('burr');
    const burr = await createDetector({ ...options, bone, tool: upright(sphericalBurr()) });
    equals(await shownAt(page, at), burr);

    // While the bone is felt, too, the loop goes on with the chosen tool.
    await shownAt(page, path.subarray(16 * 20, 16 * 21));
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press('f');
    await page.waitForFunction(() => document.body.dataset.felt === 'free');
    await drop('probe.stl', writeMesh(probe, 'stl'), true);
    await page.waitForFunction(() => document.getElementById('tool')?.textContent?.includes('probe.stl'));
    await page.evaluate(() => (document.body.dataset.felt = 'awaited'));
    await page.waitForFunction(() => document.body.dataset.felt === 'free');
    await page.keyboard.press('f');
    expect(await page.inputValue('#tool')).toBe('file');

    const stl = readMesh(writeMesh(probe, 'stl'), 'stl');
    equals(await shownAt(page, at), await createDetector({ ...options, bone, tool: stl }));
    await drop('ball.ply', writeMesh(ball, 'ply'));
    await told('ready', 'ball.ply, ');
    const both = await createDetector({ ...options, bone: ball, tool: stl });
    const pressed = await shownAt(page, along(23));
    expect(pressed.state).toBe('intersecting');
    equals(pressed, both);
    await drop('bad.stl', new TextEncoder().encode('this is no mesh'), true);
    await told('failed', 'bad.stl');
    expect(await page.inputValue('#tool')).toBe('file');
    equals(await shownAt(page, along(23.5)), both);

    // The choice that opens a file, and the saw again.
    await page.selectOption('#tool', 'saw');
    await page.waitForFunction(() => !document.getElementById('tool')?.textContent?.includes('probe.stl'));
    const [asked] = await Promise.all([page.waitForEvent('filechooser'), page.selectOption('#tool', 'choose')]);
    expect(await page.inputValue('#tool')).toBe('saw');
    await asked.setFiles({ name: 'again.stl', mimeType: 'model/stl', buffer: Buffer.from(writeMesh(probe, 'stl')) });
    await page.waitForFunction(() => document.getElementById('tool')?.textContent?.includes('again.stl'));
    equals(await shownAt(page, along(22)), both);
    await page.selectOption('#tool', 'saw');
    equals(await shownAt(page, along(17)), await createDetector({ ...options, bone: ball }));
    expect(said).toEqual([]);
  });
});

test('the bone in the tool is computed at rest, for boxes their common volume; an open bone has no inside', async () => {
  const [cube, bar] = [box({ size: [20, 20, 20] }), box({ size: [6, 30, 4] })];
  await drop('cube.ply', writeMesh(cube, 'ply'));
  await told('ready', 'cube.ply, ');
  await drop('bar.ply', writeMesh(bar, 'ply'), true);
  await page.waitForFunction(() => document.getElementById('tool')?.textContent?.includes('bar.ply'));
  const detector = await createDetector({ ...options, bone: cube, tool: bar });
  // The bar turned by 30° about y, and 7 mm deep.
  const [s, c] = [0.5, Math.sqrt(0.75)];
  const turned = [c, 0, -s, 0, 0, 1, 0, 0, s, 0, c, 0, 1, 18, 2, 1];
  for (const [pose, exact] of [
    [along(22.5), 6 * 4 * 2.5],
    [turned, 6 * 4 * 7],
    [along(26), 0],
  ] as const) {
    await shownAt(page, pose);
    const { low, high } = await boneInTool();
    expect(low).toBeLessThanOrEqual(exact);
    expect(high).toBeGreaterThanOrEqual(exact);
    expect(high - low).toBeLessThanOrEqual(0.01 * high + 0.02);
    const found = await detector.overlapVolume(pose);
    expect(Math.max(low, found.low)).toBeLessThanOrEqual(Math.min(high, found.high));
  }
  const open = { ...cube, faces: cube.faces.subarray(3) };
  await drop('open.ply', writeMesh(open, 'ply'));
  await told('ready', 'open.ply, ');
  await shownAt(page, along(22));
  expect(await volumeTold()).toBe('open: no inside');
  await page.selectOption('#tool', 'saw');
  await page.waitForFunction(() => !document.getElementById('tool')?.textContent?.includes('bar.ply'));
  expect(said).toEqual([]);
});

/** The page's text for the volume once the tool rests. */
async function volumeTold(): Promise<string> {
  const cell = page.locator('#number-bone-in-the-tool');
  await eventually(async () => expect(await cell.textContent()).not.toBe('computed at rest'));
  return (await cell.textContent()) ?? '';
}

/** The volume shown, mm³, as an interval. */
async function boneInTool(): Promise<{ low: number; high: number }> {
  const [, low, high = low] = /^([\d.]+)(?:–([\d.]+))? mm³$/.exec(await volumeTold()) as RegExpExecArray;
  return { low: Number(low), high: Number(high) };
}

test('a bone is dropped on it, and what is no mesh is refused in a sentence', async () => {
  const ball = sphere({ radius: 20, subdivisions: 3 });
  await drop('skull.stl', new TextEncoder().encode('this is no mesh'));
  await page.waitForFunction(() => document.body.dataset.state === 'failed');
  expect(await page.textContent('#status')).toContain('skull.stl');
  await drop('ball.ply', writeMesh(ball, 'ply'));
  await page.waitForFunction(() => document.getElementById('status')?.textContent?.includes('ball.ply'));
  await page.waitForFunction(() => document.body.dataset.state === 'ready');
  const detector = await createDetector({ ...options, bone: ball });
  const shown = await shownAt(page, along(19.4));
  expect(shown.state).toBe('intersecting');
  expect(shown.state).toBe(detector.detectSync(shown.pose).state);
});

test('a CT volume becomes the bone at its iso value, also at another one; what is none is refused', async () => {
  const plan = ballVolume(20, 300);
  const nii = niftiBytes(plan);
  const zipped = new Uint8Array(gzipSync(nii));
  const vti = bytesOf(vtiText(plan));
  const judge = async (bytes: Uint8Array, format: VolumeFormat, iso: number) =>
    createDetector({ ...options, bone: await readSurfaceFromVolume(bytes, format, iso) });
  const formats = [
    ['vti', vti],
    ['nii', nii],
    ['nii.gz', zipped],
  ] as const;
  for (const [format, bytes] of formats.slice(longRun(0, 2))) {
    await drop(`ball.${format}`, bytes);
    await told('ready', `ball.${format}, `);
    const shown = await shownAt(page, along(19.4));
    expect(shown.state).toBe('intersecting');
    equals(shown, await judge(bytes, format, 300));
    equals(await shownAt(page, along(21.5)), await judge(bytes, format, 300));
  }

  // An iso value lower by 200 moves the surface outward by two millimetres: the saw, clear before, is in the bone.
  const enter = async (iso: string) => {
    await page.fill('#iso-value', iso);
    await page.press('#iso-value', 'Enter');
  };
  const faces = async (iso: number) =>
    ((await readSurfaceFromVolume(nii, 'nii', iso)).faces.length / 3).toLocaleString('en');
  const larger = await judge(nii, 'nii', 100);
  await enter('100');
  await told('ready', `ball.nii.gz, ${await faces(100)} faces`);
  const further = await shownAt(page, along(21.4));
  expect(further.state).toBe('intersecting');
  equals(further, larger);

  // No surface at that value, or no value: the previous bone stays, and the next value remakes the surface.
  await enter('100000');
  expect(await told('failed', 'ball.nii.gz')).toMatch(/no surface at 100000: its values run from .* to 2\d\d\d/);
  equals(await shownAt(page, along(21.3)), larger);
  await enter('');
  expect(await told('failed', 'isoValue')).toContain('expected a finite number');
  await enter('300');
  await told('ready', `ball.nii.gz, ${await faces(300)} faces`);
  const last = await judge(nii, 'nii', 300);

  for (const [name, bytes, says] of [
    ['text.nii', new TextEncoder().encode('this is no volume'), /^"text.nii": sizeof_hdr is/],
    ['cut.nii.gz', zipped.subarray(0, zipped.length - 1), /^"cut.nii.gz" cannot be unzipped \(.*truncated/],
    ['empty.vti', new Uint8Array(0), /^"empty.vti" has 0 bytes/],
    ['photo.jpg', Uint8Array.of(255, 216), /^"photo.jpg": mesh format "jpg" is unknown/],
  ] as const) {
    await drop(name, bytes);
    expect(await told('failed', name)).toMatch(says);
  }
  equals(await shownAt(page, along(19.3)), last);
  expect(said).toEqual([]);
});

test('while a file is opened it is said how far; one too large, or gone, ends in a sentence and what was open stays', async () => {
  await page.evaluate(() => {
    const seen: (readonly [string, number | null])[] = [];
    const bar = document.getElementById('progress') as HTMLProgressElement;
    const note = () =>
      !bar.hidden &&
      seen.push([document.getElementById('status')?.textContent ?? '', bar.hasAttribute('value') ? bar.value : null]);
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, attributes: true });
    Object.assign(globalThis, { seen });
  });
  // 81,920 faces, or 20,480.
  const ball = sphere({ radius: 20, subdivisions: longRun(6, 5) });
  const faces = (ball.faces.length / 3).toLocaleString('en');
  const bytes = writeMesh(ball, 'stl');
  const size = Number((bytes.length / 1e6).toFixed(1));
  await drop('ball.stl', bytes);
  await told('ready', 'ball.stl, ');
  const seen = await page.evaluate(() => (globalThis as never as { seen: [string, number | null][] }).seen);
  const stages = [
    'reading ball.stl',
    'making the faces of ball.stl',
    `indexing ${faces} faces`,
    `drawing ${faces} faces`,
  ];
  const order = seen.map(([says]) => stages.findIndex((stage) => says.startsWith(stage))).filter((i) => i >= 0);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(new Set(order).size).toBe(stages.length);
  for (const stage of [0, 2]) {
    const shares = seen.filter(([says]) => says.startsWith(stages[stage])).map(([, share]) => share ?? 0);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares.at(-1)).toBe(1);
  }
  expect(seen.some(([says, share]) => says === `reading ball.stl: ${size} of ${size} MB` && share === 1)).toBe(true);
  expect(seen.some(([says, share]) => says.startsWith(stages[1]) && share === null)).toBe(true);
  const detector = await createDetector({ ...options, bone: readMesh(bytes, 'stl') });
  equals(await shownAt(page, along(19.4)), detector);

  const folder = await mkdtemp(join(tmpdir(), 'kerf-workbench-'));
  const large = join(folder, 'large.stl');
  await writeFile(large, '');
  // A sparse file: none of it is on the disk.
  await truncate(large, 16e9);
  await page.setInputFiles('#choose-bone', large);
  expect(await told('failed', 'large.stl')).toMatch(
    /^"large.stl" of 16,000 MB needs more memory than this page has \(.*\); give a mesh of fewer faces/,
  );
  equals(await shownAt(page, along(19.3)), detector);
  const volume = join(folder, 'gone.nii');
  await writeFile(volume, niftiBytes(ballVolume(20, 300)));
  await page.setInputFiles('#choose-bone', volume);
  await told('ready', 'gone.nii, ');
  await rm(folder, { recursive: true });
  await page.fill('#iso-value', '200');
  await page.press('#iso-value', 'Enter');
  expect(await told('failed', 'gone.nii')).toMatch(/^"gone.nii" cannot be read \(.*\); choose it again/);
  expect((await shownAt(page, along(19.4))).state).toBe('intersecting');
  expect(said).toEqual([]);
});
