// Motion between two poses of a path: contact that begins and ends in between, by closed forms and exact tests.

import { describe, expect, test } from '@jest/globals';
import { box, cuttingPath, sawBlade } from '#datasets';
import { createDetector, type PathReport } from '#kerf';
import { phantom } from '#harness/phantom.ts';
import { longRun } from '#harness/long-run.ts';
import { moved, turned } from '#harness/strokes.ts';
import { inDeep } from '#harness/sets.ts';

const wall = box({ size: [40, 40, 0.3] });
const cube = box({ size: [1, 1, 1] });
const options = { contactDistance: 0.2, resolution: 1, backend: 'cpu' } as const;

async function reportsOf(poses: readonly number[][], more: object): Promise<PathReport[]> {
  const detector = await createDetector({ bone: wall, tool: cube, ...options });
  const found: PathReport[] = [];
  for await (const report of detector.detectMany(poses.flat(), more)) found.push(report);
  detector.dispose();
  return found;
}

describe('a wall of 0.3 mm', () => {
  test.each([1, 2])('between two poses on either side of it, on %d workers', async (workers) => {
    const reports = await reportsOf([moved([0, 0, 5]), moved([0, 0, -5])], { between: true, workers });
    expect(reports.map(({ state }) => state)).toEqual(['separated', 'separated']);
    expect(reports[0].between).toBeNull();
    const { begins, ends } = reports[1].between ?? {};
    // The cube's face is at ±0.15 from ±0.5 beyond its middle, along a path of 10.
    expect(begins?.status).toBe('contact');
    expect(begins?.time.low).toBeCloseTo((5 - 0.65) / 10, 9);
    expect(ends?.status).toBe('contact');
    expect(ends?.time.high).toBeCloseTo((5 + 0.65) / 10, 9);
    expect((ends?.time.high ?? 0) - (ends?.time.low ?? 0)).toBeLessThanOrEqual(1e-4 * (1 + 1e-9));
  });
  test('into it, on in it, out of it', async () => {
    const heights = [3, 0.5, -0.4, -3, -9];
    const reports = await reportsOf(heights.map((z) => moved([0, 0, z])), { between: true }); // biome-ignore format: one
    const says = reports.map(({ between }) => between && [between.begins?.status, between.ends?.status]);
    expect(says).toEqual([null, ['contact', undefined], [undefined, undefined], [undefined, 'contact'], [undefined, undefined]]); // biome-ignore format: one line a step
    expect(reports[3].between?.ends?.time.high).toBeCloseTo((0.65 - 0.4) / 2.6, 9);
  });
  test('without `between` a report says nothing of it', async () => {
    const reports = await reportsOf([moved([0, 0, 5]), moved([0, 0, -5])], {});
    expect(reports.every((report) => !('between' in report))).toBe(true);
  });
  test('half a turn between two poses is refused by name', async () => {
    const asked = reportsOf([moved([0, 0, 5]), turned(Math.PI, [0, 0, 1], [0, 0, 0], [0, 0, 5])], { between: true });
    await expect(asked).rejects.toThrow(expect.objectContaining({ code: 'BAD_MOTION' }));
    await expect(reportsOf([moved([0, 0, 5])], { between: 1 })).rejects.toThrow(
      expect.objectContaining({ code: 'WRONG_TYPE' }),
    );
  });
});

inDeep(() =>
  test('a cutting path: what begins and ends between agrees with exact tests', async () => {
    const detector = await createDetector({
      bone: phantom(longRun(20_000, 5_000)),
      tool: sawBlade({ targetFaces: 1200 }),
      ...options,
    });
    const path = cuttingPath({ poses: 60 });
    let [begun, ended] = [0, 0];
    for await (const { between } of detector.detectMany(path, { between: true })) {
      for (const contact of [between?.begins, between?.ends])
        if (contact?.status === 'contact')
          expect([contact.lowPose, contact.highPose].filter((pose) => detector.intersects(pose))).toHaveLength(1);
      if (between?.begins) begun++;
      if (between?.ends) ended++;
    }
    expect(begun).toBeGreaterThan(0);
    expect(ended).toBeGreaterThan(0);
  }),
);
