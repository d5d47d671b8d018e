// A path of poses → a proxy that is the tool itself while it is free, and is never in the bone.

import { expect, test } from '@jest/globals';
import { box, sphere } from '#datasets';
import { createDetector } from '#detector';
import { FreePose } from '#protocol/igtl/free-pose.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';

const at = (x: number, y: number, z: number) => Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1);

test('free: the tool; in contact: free, and on the straight way from the last free pose, seed 210005', async () => {
  const bone = sphere({ radius: 20, subdivisions: longRun(3, 2) });
  const options = { bone, tool: box({ size: [3, 4, 5] }), contactDistance: 0.1, resolution: 5 };
  const detector = await createDetector({ ...options, backend: 'cpu' });
  const free = new FreePose(detector);
  const random = mulberry32(210_005);
  expect(free.at(at(19, 0, 0), 'intersecting')).toBeNull();
  let last: Float64Array | null = null;
  const seen = { free: 0, held: 0, enclosed: 0 };
  for (let i = 0; i < longRun(60, 30); i++) {
    const pose = at(30 * (2 * random() - 1), 30 * (2 * random() - 1), 30 * (2 * random() - 1));
    const { state } = detector.detectSync(pose);
    const proxy = free.at(pose, state);
    if (state === 'separated' || state === 'near') {
      expect(proxy).toBe(pose);
      last = pose;
      seen.free++;
    } else if (last === null) expect(proxy).toBeNull();
    else if (proxy !== null) {
      expect(detector.intersects(proxy)).toBe(false);
      // The same t for all three coordinates, up to rounding: a translation of at most 60 mm.
      const [from, to] = [last, pose];
      const t = [12, 13, 14].map((k) => (proxy[k] - from[k]) / (to[k] - from[k]));
      for (const k of [12, 13, 14])
        expect(Math.abs(from[k] + t[0] * (to[k] - from[k]) - proxy[k])).toBeLessThan(60 * 2 ** -44);
      expect(t[0]).toBeGreaterThanOrEqual(0);
      expect(t[0]).toBeLessThan(1);
      // No farther away than the tolerance of firstContact allows.
      expect(detector.minimumDistance(proxy).distance).toBeLessThan(1e-3);
      seen.held++;
      if (state === 'enclosed') seen.enclosed++;
    }
  }
  expect(seen.free).toBeGreaterThan(longRun(15, 7));
  expect(seen.held).toBeGreaterThan(longRun(5, 2));
  expect(seen.enclosed).toBeGreaterThan(0);
  detector.dispose();
});
