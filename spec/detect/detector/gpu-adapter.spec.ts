/**
 * @jest-environment-options {"isolated": true}
 */
// No adapter, a software adapter, or one whose device is too old or lost: 'auto' computes on the CPU and gives the
// reason, 'webgpu' refuses with a named error.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { box, sphere } from '#datasets';
import { createDetector, type DetectorOptions } from '#kerf';
import { translation } from '#harness/contact-cases.ts';
import { partOf } from '#harness/long-run.ts';
import { unpacked } from '#harness/software-vulkan.mjs';
import { temporaryFolder } from '#harness/temporary-folder.ts';

const question: DetectorOptions = {
  bone: box({ size: 10 }),
  tool: sphere({ radius: 2, subdivisions: 1 }),
  contactDistance: 0.5,
  resolution: 2,
};

/** Replaces navigator.gpu, which takes precedence over the package of Node. */
function withAdapter(adapter: object | null): void {
  const gpu = { requestAdapter: async () => adapter };
  Object.defineProperty(globalThis, 'navigator', { configurable: true, value: { gpu } });
}
const navigatorBefore = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
afterEach(() => {
  if (navigatorBefore) Object.defineProperty(globalThis, 'navigator', navigatorBefore);
  else Reflect.deleteProperty(globalThis, 'navigator');
});

const info = (vendor: string) => ({ vendor, architecture: '', device: '', description: '' });
const isRefusedWith = (reason: string) =>
  expect(createDetector({ ...question, backend: 'webgpu' })).rejects.toMatchObject({
    name: 'DeviceError',
    code: 'NO_ADAPTER',
    message: expect.stringContaining(reason),
  });

/** Expects 'auto' to answer on the CPU. @returns the reason. */
async function reasonOfAuto(): Promise<string> {
  const detector = await createDetector(question);
  expect(detector.backend).toBe('cpu');
  const report = await detector.detect(translation(5, 0, 0));
  expect([report.stats.backend, report.state]).toEqual(['cpu', 'intersecting']);
  detector.dispose();
  return detector.backendReason;
}

describe('no adapter', () => {
  test('auto gives the CPU and says why, webgpu is refused', async () => {
    withAdapter(null);
    expect(await reasonOfAuto()).toContain('no adapter');
    await isRefusedWith('no adapter');
  });

  const script = `
      import { createDetector } from './dist/index.js';
      import { box } from './dist/datasets.js';
      const question = { bone: box({ size: 10 }), tool: box({ size: 2 }), contactDistance: 0.5, resolution: 2 };
      const { backend, backendReason } = await createDetector(question);
      const { code } = await createDetector({ ...question, backend: 'webgpu' }).catch((error) => error);
      console.log(JSON.stringify({ backend, backendReason, code }));`;
  /** Without a software GPU's kernels, which take a minute to compile. */
  const automatic = script.replace(/const { code }.*/, 'const code = null;');
  /** Runs the built package in its own process, with these Vulkan variables and no others. */
  function askedIn(vulkan: NodeJS.ProcessEnv, program = script): { readonly said: string; readonly answer: unknown } {
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VK|XDG|LD)_/.test(name)));
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
      env: { ...env, ...vulkan },
      encoding: 'utf8',
    });
    return { said: stderr, answer: JSON.parse(stdout) };
  }
  const refused = (why: string) => ({
    ...{ said: '', answer: { backend: 'cpu', backendReason: expect.stringContaining(why), code: 'NO_ADAPTER' } },
  });

  test('in a process without graphics drivers auto and webgpu say why; nothing goes to standard error', async () => {
    const LD_LIBRARY_PATH = await unpacked('swiftshader');
    const driver = join(LD_LIBRARY_PATH, 'vk_swiftshader_icd.json');
    const none = 'no-such-driver.json';
    // Without the loader, if the machine has none of its own.
    expect(askedIn({ VK_ICD_FILENAMES: none, VK_DRIVER_FILES: none })).toEqual(refused('no adapter'));
    // With the loader.
    for (const name of ['VK_ICD_FILENAMES', 'VK_DRIVER_FILES'])
      expect(askedIn({ LD_LIBRARY_PATH, [name]: none })).toEqual(refused(`no adapter here: ${name}`));
    // A list of drivers of which one exists.
    expect(askedIn({ LD_LIBRARY_PATH, VK_ICD_FILENAMES: `${none}:${driver}` }, automatic).answer).toMatchObject({
      backendReason: expect.stringContaining('swiftshader'),
    });
  });

  test('a driver is found wherever the loader looks for it', async () => {
    const LD_LIBRARY_PATH = await unpacked('swiftshader');
    const driver = join(LD_LIBRARY_PATH, 'vk_swiftshader_icd.json');
    const folder = await temporaryFolder('driver');
    const manifests = join(folder, 'vulkan/icd.d');
    mkdirSync(manifests, { recursive: true });
    const manifest = JSON.parse(readFileSync(driver, 'utf8'));
    manifest.ICD.library_path = join(dirname(driver), manifest.ICD.library_path);
    writeFileSync(join(manifests, 'driver.json'), JSON.stringify(manifest));
    symlinkSync(folder, join(folder, '.config'));
    mkdirSync(join(folder, '.local'));
    symlinkSync(folder, join(folder, '.local/share'));
    const empty = await temporaryFolder('no-driver');
    const nowhere = { HOME: empty, XDG_DATA_DIRS: empty, XDG_CONFIG_DIRS: empty };
    const places: NodeJS.ProcessEnv[] = [
      ...['VK_ICD_FILENAMES', 'VK_DRIVER_FILES', 'VK_ADD_DRIVER_FILES'].flatMap((name) => [
        { [name]: join(manifests, 'driver.json') },
        { [name]: manifests },
      ]),
      ...['XDG_CONFIG_HOME', 'XDG_DATA_HOME'].map((name) => ({ [name]: folder })),
      ...['XDG_CONFIG_DIRS', 'XDG_DATA_DIRS'].map((name) => ({ [name]: `${empty}:${folder}` })),
      { HOME: folder, XDG_CONFIG_HOME: empty },
      { HOME: folder, XDG_DATA_HOME: empty },
    ];
    for (const place of partOf(places, 5, 0))
      expect([place, askedIn({ LD_LIBRARY_PATH, ...nowhere, ...place }, automatic).answer]).toEqual([
        place,
        { backend: 'cpu', backendReason: expect.stringContaining('swiftshader'), code: null },
      ]);
    // If the variables name no driver; the system's own folders may still hold one.
    const { said, answer } = askedIn({ LD_LIBRARY_PATH, ...nowhere }, automatic);
    expect(answer).toMatchObject({ backend: 'cpu' });
    if (existsSync('/etc/vulkan/icd.d')) return;
    expect(said).toBe('');
    expect(answer).toMatchObject({ backendReason: expect.stringContaining('no Vulkan driver') });
  });
});

test('a software adapter: auto names it and leaves it alone, no device is asked for', async () => {
  let asked = 0;
  withAdapter({ info: info('llvmpipe'), requestDevice: async () => asked++ });
  expect(await reasonOfAuto()).toMatch(/llvmpipe.*computes on the CPU/);
  expect(asked).toBe(0);
});

test('an adapter that gives no device: auto says so, webgpu is refused', async () => {
  withAdapter({
    info: info('ampere'),
    limits: {},
    features: new Set(),
    requestDevice: async () => Promise.reject(new Error('driver too old')),
  });
  expect(await reasonOfAuto()).toMatch(/ampere gave no device \(driver too old\)/);
  await isRefusedWith('driver too old');
});
