// A device is lost in the middle of queries: every report arrives, in order and correct; if devices are lost again and
// again, the CPU takes over.

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { box, sphere } from '#datasets';
import { findAdapter } from '#gpu/find-adapter.ts';
import { type ContactReport, createDetector, type Detector } from '#kerf';
import { compareBackends } from '#harness/compare-backends.ts';
import { translation } from '#harness/contact-cases.ts';

const question = {
  bone: box({ size: 10, divisions: 2 }),
  tool: sphere({ radius: 3, subdivisions: 1 }),
  contactDistance: 0.4,
  resolution: 2,
};
const poses = Array.from({ length: 20 }, (_, i) => translation(5.5 + i / 8, 1, 0));

/** The devices that kerf requested, in order. */
const devices: GPUDevice[] = [];
let requestDevice: typeof GPUAdapter.prototype.requestDevice;
let mapAsync: typeof GPUBuffer.prototype.mapAsync;
let detector: Detector;
/** Called when a query starts waiting for its answers. */
let onWait: () => void = () => {};
/** Called with each device that kerf receives. */
let onDevice: (device: GPUDevice) => void = () => {};

beforeAll(async () => {
  await findAdapter(); // makes the classes of the API known
  ({ requestDevice } = GPUAdapter.prototype);
  ({ mapAsync } = GPUBuffer.prototype);
  GPUAdapter.prototype.requestDevice = async function (...given) {
    const device = await requestDevice.apply(this, given);
    devices.push(device);
    onDevice(device);
    return device;
  };
  GPUBuffer.prototype.mapAsync = function (...given) {
    const mapped = mapAsync.apply(this, given);
    onWait();
    return mapped;
  };
  detector = await createDetector({ ...question, backend: 'webgpu' });
});
afterAll(() => {
  detector.dispose();
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
