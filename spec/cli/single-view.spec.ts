import { expect, test } from '@jest/globals';
import { pack } from '#cli/report/pack.ts';
import { singleView, type ViewedBodies } from '#cli/report-viewer/views.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';

const surface = (from: readonly number[], to: readonly number[]) => ({
  positions: pack('f32', Float32Array.from([...from, ...to])),
  faces: pack('u32', new Uint32Array(3)),
  facesShown: 1,
  facesTotal: 1,
});
const resolution = 0.5;
const bodies: ViewedBodies = {
  header: { bone: { file: 'skull.ply' }, options: { resolution } },
  bone: surface([-70, -90, -60], [70, 90, 60]),
  tool: surface([-11, 0, -0.3], [11, 80, 0.3]),
};

test('one contact is seen whole, from the side of the tool, wherever it is (seed 6)', () => {
  const random = mulberry32(6);
  for (let trial = 0; trial < longRun(300, 60); trial++) {
    // The tool's length (y) points away from the contact along +x, −x or +z: out of the bone or into it.
    const matrix = [
      [0, 1, 0, 0, 1, 0, 0, 0, 0, 0, -1, 0],
      [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0],
      [0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0],
    ][trial % 3];
    const at = Array.from({ length: 3 }, () => 60 * (2 * random() - 1));
    const size = 10 ** (2 * random() - 2);
    const points = Array.from({ length: 15 }, (_, i) => at[i % 3] + size * (random() - 0.5));
    const { focus, away, up } = singleView(points, [...matrix, ...at, 1], bodies);
    const { centre, radius } = focus!;
    for (let i = 0; i < points.length; i += 3)
      expect(Math.hypot(...centre.map((value, axis) => points[i + axis] - value))).toBeLessThanOrEqual(radius);
    expect(radius).toBeGreaterThanOrEqual(2 * resolution);
    expect(radius).toBeLessThanOrEqual(Math.max(2 * resolution, 2 * size));
    expect(Math.hypot(...away)).toBeCloseTo(1, 12);
    expect(away.reduce((sum, value, axis) => sum + value * matrix[4 + axis], 0)).toBeGreaterThan(0.1);
    const along = away.reduce((sum, value, axis) => sum + value * up[axis], 0) / Math.hypot(...up);
    expect(Math.abs(along)).toBeLessThan(0.99);
  }
});
