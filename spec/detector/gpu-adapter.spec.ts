// No adapter, a software one, one whose device is too old or gone: 'auto' computes on the CPU and says why, 'webgpu' is refused by name.

import { afterEach, describe, expect, test } from '@jest/globals';
import { box, sphere } from '../../datasets/index.ts';
import { createDetector, type DetectorOptions } from '../../lib/index.ts';
import { run } from '../harness/command.ts';
import { translation } from '../harness/contact-cases.ts';

const question: DetectorOptions = {
  bone: box({ size: 10 }),
  tool: sphere({ radius: 2, subdivisions: 1 }),
  contactDistance: 0.5,
  resolution: 2,
};

/** Stands in for navigator.gpu, which comes before the package of Node. */
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

/** 'auto' answers on the CPU. @returns why. */
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

  test('in a process of its own without graphics drivers, the built package', () => {
    const none = 'no-such-driver.json';
    const script = `
      import { createDetector } from './dist/index.js';
      import { box } from './dist/datasets.js';
      const question = { bone: box({ size: 10 }), tool: box({ size: 2 }), contactDistance: 0.5, resolution: 2 };
      const { backend, backendReason } = await createDetector(question);
      const { code } = await createDetector({ ...question, backend: 'webgpu' }).catch((error) => error);
      console.log(JSON.stringify({ backend, backendReason, code }));`;
    const printed = run(
      '.',
      'env',
      ...[`VK_ICD_FILENAMES=${none}`, `VK_DRIVER_FILES=${none}`],
      ...[process.execPath, '--input-type=module', '--eval', script],
    );
    expect(JSON.parse(printed)).toEqual({
      backend: 'cpu',
      backendReason: expect.stringContaining('no adapter'),
      code: 'NO_ADAPTER',
    });
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
