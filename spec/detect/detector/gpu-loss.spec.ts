/**
 * @jest-environment-options {"isolated": true}
 */
// A device is lost in the middle of queries: every report arrives, in order and correct; if devices are lost again and
// again, the CPU takes over.

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { box, sphere } from '#datasets';
import { type ContactReport, createDetector, type Detector } from '#kerf';
import { compareBackends } from '#harness/compare-backends.ts';
import { translation } from '#harness/contact-cases.ts';
import { longRun } from '#harness/long-run.ts';
import { losableDevices } from '#harness/losable-devices.ts';

const question = {
  bone: box({ size: 10, divisions: 2 }),
  tool: sphere({ radius: 3, subdivisions: 1 }),
  contactDistance: 0.4,
  resolution: 2,
};
const poses = Array.from({ length: longRun(20, 6) }, (_, i) => translation(5.5 + i / 8, 1, 0));

const gpu = losableDevices();
let detector: Detector;

beforeAll(async () => {
  detector = await createDetector({ ...question, backend: 'webgpu' });
});
afterAll(() => detector.dispose());

async function allReports(): Promise<readonly ContactReport[]> {
  const reports: ContactReport[] = [];
  for await (const report of detector.detectMany(poses.flatMap((pose) => [...pose]))) reports.push(report);
  return reports;
}

const differences = (reports: readonly ContactReport[]) =>
  reports.flatMap((report, i) => compareBackends(detector.detectSync(poses[i]), report).differences);

test('once: what was under way is asked again of another device', async () => {
  gpu.onWait = () => {
    gpu.onWait = () => {};
    gpu.devices[0].destroy();
  };
  const reports = await allReports();
  expect(reports.map(({ stats }) => stats.backend)).toEqual(poses.map(() => 'webgpu'));
  expect(differences(reports)).toEqual([]);
  expect(gpu.devices.length).toBe(2);
  expect(detector.backend).toBe('webgpu');
});

test('three times in a row: the CPU answers, and says so', async () => {
  const last = gpu.devices.length - 1;
  gpu.onWait = () => gpu.devices[last].destroy();
  gpu.onDevice = (device) => setTimeout(() => device.destroy(), 1);
  const reports = await allReports();
  expect(reports.map(({ stats }) => stats.backend)).toEqual(poses.map(() => 'cpu'));
  expect(differences(reports)).toEqual([]);
  expect(gpu.devices.length).toBe(last + 3);
  expect([detector.backend, detector.backendReason]).toEqual(['cpu', expect.stringContaining('lost 3 times in a row')]);
  expect((await detector.detect(poses[0])).stats.backend).toBe('cpu');
  expect(gpu.devices.length).toBe(last + 3);
});
