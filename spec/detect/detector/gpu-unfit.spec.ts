// Input that the GPU's grid, floats or leaf paths cannot represent is answered by the CPU: the same report, or the same
// error.

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { box, sphere } from '#datasets';
import { type ContactReport, createDetector, createMesh, type DetectorOptions, KerfError } from '#kerf';
import { compareBackends } from '#harness/compare-backends.ts';
import { identityPose, scaled, translation } from '#harness/contact-cases.ts';
import { cube, joined, triangle } from '#harness/degenerate-bodies.ts';
import { partOf } from '#harness/long-run.ts';
import { reportHash } from '#harness/report-bytes.ts';
import { type Watched, watchedDevice } from '#harness/watched-device.ts';

let watched: Watched;
beforeAll(async () => {
  watched = await watchedDevice();
});
afterAll(async () => {
  await watched.giveBack();
  expect(watched.uncaptured).toEqual([]);
});

type Question = Pick<DetectorOptions, 'bone' | 'tool' | 'contactDistance' | 'resolution'>;

/** @returns the backend that answered and the state; or the error's code. */
async function answered(question: Question, pose: Float64Array): Promise<string> {
  const detector = await createDetector({ ...question, backend: 'webgpu', device: watched.device });
  let cpu: ContactReport;
  try {
    cpu = detector.detectSync(pose);
  } catch (expected) {
    if (!(expected instanceof KerfError)) throw expected;
    const { code, message } = expected;
    await expect(detector.detect(pose)).rejects.toMatchObject({ code, message });
    detector.dispose();
    return code;
  }
  const report = await detector.detect(pose);
  expect(compareBackends(cpu, report).differences).toEqual([]);
  // To the last bit, if the CPU answered.
  if (report.stats.backend === 'cpu') expect(reportHash(report)).toBe(reportHash(cpu));
  detector.dispose();
  return `${report.stats.backend}: ${report.state}`;
}

const bone = box({ size: 10, divisions: 2 });
const tool = sphere({ radius: 2, subdivisions: 1 });
const plain: Question = { bone, tool, contactDistance: 0.5, resolution: 2 };
const cutting = translation(5, 0.5, 0.25);
const far = 1e6;
const tiny = box({ size: 1e-6, center: [far, 0, 0] });
const large = triangle(0, 0, 0, 2e5, 0, 0, 0, 2e5, 0);
const point = triangle(1, 1, 1, 1, 1, 1, 1, 1, 1);

type Row = readonly [name: string, question: Question, pose: Float64Array, answer: string];
const rows: readonly Row[] = [
  ['an ordinary question', plain, cutting, 'webgpu: intersecting'],
  ['a bone of 1e-6 mm at 1e6 mm', { ...plain, bone: tiny }, translation(far, 0, 2.1), 'cpu: near'],
  ['a bone of 1e-6 mm at 1e6 mm, the tool elsewhere', { ...plain, bone: tiny }, identityPose, 'cpu: separated'],
  ['a translation of 1e9', plain, translation(1e9, 0, 0), 'cpu: separated'],
  ['a translation of 1e5', plain, translation(1e5, 0, 0), 'webgpu: separated'],
  ['a translation of 1e30', plain, translation(0, -1e30, 0), 'cpu: separated'],
  ['a resolution too fine', { ...plain, resolution: 1e-6 }, cutting, 'RESOLUTION_TOO_FINE'],
  ['a resolution too fine where nothing meets', { ...plain, resolution: 1e-6 }, translation(50, 0, 0), 'cpu: separated'],
  ['a face too large for the resolution', { ...plain, bone: large }, translation(9, 9, 0), 'RESOLUTION_TOO_FINE'],
  ['a face too large for the resolution, out of reach', { ...plain, bone: joined(large, cube(-20, -10)) }, translation(-10, -15, -15), 'cpu: intersecting'],
  ['a distance of 0', { ...plain, contactDistance: 0 }, cutting, 'webgpu: intersecting'],
  ['a distance of 1e-300', { ...plain, contactDistance: 1e-300 }, cutting, 'webgpu: intersecting'],
  ['a distance of 1e-40', { ...plain, contactDistance: 1e-40 }, translation(7, 0, 0), 'webgpu: intersecting'],
  ['a distance of 1e6', { ...plain, contactDistance: 1e6, resolution: 100 }, translation(9, 0, 0), 'webgpu: near'],
  ['a resolution of 1e30', { ...plain, resolution: 1e30 }, cutting, 'webgpu: intersecting'],
  ['a bone that is a point', { ...plain, bone: point }, translation(3.2, 1, 1), 'webgpu: near'],
  ['two points', { ...plain, bone: point, tool: point }, identityPose, 'webgpu: intersecting'],
]; // biome-ignore format: a table

describe('the CPU’s answer', () => {
  test.each(rows)('%s', async (_, question, pose, answer) => {
    expect(await answered(question, pose)).toBe(answer);
  });
});

describe('at every scale', () => {
  test.each(partOf([1e-40, 1e-20, 1e-6, 1e6, 1e20, 1e34], 5, 0))('times %p', async (s) => {
    const question = {
      bone: scaled(bone, s),
      tool: scaled(tool, s),
      contactDistance: 0.5 * s,
      resolution: 2 * s,
    };
    expect(await answered(question, translation(5 * s, 0.5 * s, 0.25 * s))).toBe('webgpu: intersecting');
    expect(await answered(question, translation(7.25 * s, 0, 0))).toBe('webgpu: near');
  });
});

test('a mesh with an unused vertex far away', async () => {
  const wide = createMesh([...bone.positions, 1e8, 0, 0], bone.faces);
  expect(await answered({ ...plain, bone: wide }, cutting)).toMatch(/intersecting/);
});
