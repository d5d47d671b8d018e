// createDetectorSync: at once, the same answers; what needs a GPU is refused.

import { describe, expect, test } from '@jest/globals';
import { box, sphere } from '#datasets';
import { createConvex, createDetector, createDetectorSync, type DetectorOptions } from '#kerf';
import { translation } from '#harness/contact-cases.ts';
import { reportHash } from '#harness/report-bytes.ts';

const options = {
  bone: sphere({ radius: 10, subdivisions: 3 }),
  tool: box({ size: [6, 5, 4] }),
  contactDistance: 0.5,
  resolution: 1.5,
} as const;
const poses = [translation(9, 1, 1), translation(13.2, 0, 0), translation(30, 0, 0)];

describe('createDetectorSync', () => {
  test.each<[what: string, options: DetectorOptions]>([
    ['two meshes', options],
    ['candidates bvh', { ...options, candidates: 'bvh' }],
    ['a sphere as tool', { ...options, tool: createConvex({ kind: 'sphere', radius: 3 }) }],
  ])('%s: the reports of createDetector', async (_, given) => {
    const awaited = await createDetector({ ...given, backend: 'cpu' });
    const now = createDetectorSync(given);
    expect([now.backend, awaited.backend]).toEqual(['cpu', 'cpu']);
    expect(now.backendReason).toMatch(/createDetectorSync/);
    for (const pose of poses) expect(reportHash(now.detectSync(pose))).toBe(reportHash(awaited.detectSync(pose)));
    expect(reportHash(await now.detect(poses[0]))).toBe(reportHash(awaited.detectSync(poses[0])));
    expect(now.detectSync(poses[0]).contacts.length).toBeGreaterThan(5);
    now.dispose();
    awaited.dispose();
  });

  test.each([
    ['backend "webgpu"', { backend: 'webgpu' }],
    ['a device', { device: { createBuffer() {} } }],
  ])('%s: refused, with the way that has it', (what, given) => {
    const make = () => createDetectorSync({ ...options, ...given } as DetectorOptions);
    expect(make).toThrow(expect.objectContaining({ code: 'BAD_BACKEND' }));
    expect(make).toThrow(new RegExp(`${what}.*await createDetector`));
  });

  test('bad options are refused as by createDetector, at once', () =>
    expect(() => createDetectorSync({ ...options, resolution: 0 })).toThrow(
      expect.objectContaining({ code: 'BAD_RESOLUTION' }),
    ));
});
