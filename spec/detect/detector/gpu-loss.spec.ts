/**
 * @jest-environment-options {"isolated": true}
 */
// A device is lost in the middle of queries: every report arrives, in order and correct; if devices are lost again and
// again, the CPU takes over.

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { box, sphere } from '#datasets';
import { findAdapter } from '#gpu/find-adapter.ts';
import { type ContactReport, createDetector, type Detector } from '#kerf';
import { compareBackends } from '#harness/compare-backends.ts';
import { translation } from '#harness/contact-cases.ts';
import { longRun } from '#harness/long-run.ts';
import { type Watched, watchedDevice } from '#harness/watched-device.ts';
import { LosableDevice } from './tables/losable-device.ts';

const question = {
  bone: box({ size: 10, divisions: 2 }),
  tool: sphere({ radius: 3, subdivisions: 1 }),
  contactDistance: 0.4,
  resolution: 2,
};
const poses = Array.from({ length: longRun(20, 6) }, (_, i) => translation(5.5 + i / 8, 1, 0));

/**
 * The devices that kerf requested, in order. With KERF_LONG=1 they are destroyed; otherwise one device is lost only for
 * kerf, since a software GPU compiles all kernels anew for another.
 */
const devices: GPUDevice[] = [];
const losable: LosableDevice[] = [];
let watched: Watched | null = null;
let requestDevice: typeof GPUAdapter.prototype.requestDevice;
let mapAsync: typeof GPUBuffer.prototype.mapAsync;
let detector: Detector;
/** Called when a query starts waiting for its answers. */
let onWait: () => void = () => {};
/** Called with each device that kerf receives. */
let onDevice: (device: GPUDevice) => void = () => {};

beforeAll(async () => {
  await findAdapter(); // makes the classes of the API known
  if (longRun(1, 0) === 0) watched = await watchedDevice();
  ({ requestDevice } = GPUAdapter.prototype);
  ({ mapAsync } = GPUBuffer.prototype);
  GPUAdapter.prototype.requestDevice = async function (...given) {
    if (watched !== null) losable.push(new LosableDevice(watched.device));
    const device = losable.at(-1)?.device ?? (await requestDevice.apply(this, given));
    devices.push(device);
    onDevice(device);
    return device;
  };
  GPUBuffer.prototype.mapAsync = function (...given) {
    const mapped = mapAsync.apply(this, given);
    onWait();
    if (losable.at(-1)?.isLost !== true) return mapped;
    return mapped.then(() => {
      this.unmap();
      throw new Error('The device was lost.');
    });
  };
  detector = await createDetector({ ...question, backend: 'webgpu' });
});
afterAll(async () => {
  detector.dispose();
  await watched?.giveBack();
  GPUAdapter.prototype.requestDevice = requestDevice;
  GPUBuffer.prototype.mapAsync = mapAsync;
});

async function allReports(): Promise<readonly ContactReport[]> {
  const reports: ContactReport[] = [];
  for await (const report of detector.detectMany(poses.flatMap((pose) => [...pose]))) reports.push(report);
  return reports;
}

const differences = (reports: readonly ContactReport[]) =>
  reports.flatMap((report, i) => compareBackends(detector.detectSync(poses[i]), report).differences);

test('once: what was under way is asked again of another device', async () => {
  onWait = () => {
    onWait = () => {};
    devices[0].destroy();
  };
  const reports = await allReports();
  expect(reports.map(({ stats }) => stats.backend)).toEqual(poses.map(() => 'webgpu'));
  expect(differences(reports)).toEqual([]);
  expect(devices.length).toBe(2);
  expect(detector.backend).toBe('webgpu');
});

test('three times in a row: the CPU answers, and says so', async () => {
  const last = devices.length - 1;
  onWait = () => devices[last].destroy();
  onDevice = (device) => setTimeout(() => device.destroy(), 1);
  const reports = await allReports();
  expect(reports.map(({ stats }) => stats.backend)).toEqual(poses.map(() => 'cpu'));
  expect(differences(reports)).toEqual([]);
  expect(devices.length).toBe(last + 3);
  expect([detector.backend, detector.backendReason]).toEqual(['cpu', expect.stringContaining('lost 3 times in a row')]);
  expect((await detector.detect(poses[0])).stats.backend).toBe('cpu');
  expect(devices.length).toBe(last + 3);
});
