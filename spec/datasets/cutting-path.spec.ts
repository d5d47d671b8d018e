import { describe, expect, test } from '@jest/globals';
import { cuttingPath, sawBlade, skullPhantomFunction } from '#datasets';
import { longRun } from '#harness/long-run.ts';

const saw = sawBlade({ targetFaces: longRun(8_000, 2_000) });

/** The least value of the phantom's function over the vertices of the posed blade. */
function deepest(pose: ArrayLike<number>): number {
  let least = Infinity;
  for (let i = 0; i < saw.positions.length; i += 3) {
    const [x, y, z] = saw.positions.slice(i, i + 3);
    const posed = [0, 1, 2].map((k) => pose[k] * x + pose[4 + k] * y + pose[8 + k] * z + pose[12 + k]);
    least = Math.min(least, skullPhantomFunction(posed[0], posed[1], posed[2]));
  }
  return least;
}

describe('cuttingPath', () => {
  test.each([8, 50, 60, 200])('%i poses, each rigid to 1e-12', (poses) => {
    const path = cuttingPath({ poses });
    expect(path.length).toBe(16 * poses);
    let worst = 0;
    for (let i = 0; i < path.length; i += 16) {
      const m = path.subarray(i, i + 16);
      for (let p = 0; p < 3; p++)
        for (let q = 0; q < 3; q++) {
          const dot = m[4 * p] * m[4 * q] + m[4 * p + 1] * m[4 * q + 1] + m[4 * p + 2] * m[4 * q + 2];
          worst = Math.max(worst, Math.abs(dot - (p === q ? 1 : 0)));
        }
      const det =
        m[0] * (m[5] * m[10] - m[6] * m[9]) - m[4] * (m[1] * m[10] - m[2] * m[9]) + m[8] * (m[1] * m[6] - m[2] * m[5]);
      worst = Math.max(worst, Math.abs(det - 1));
      expect([m[3], m[7], m[11], m[15]]).toEqual([0, 0, 0, 1]);
    }
    expect(worst).toBeLessThan(1e-12);
  });

  test('starts clear, enters the wall, never leaves it on the far side, ends clear', () => {
    const path = cuttingPath();
    expect(path.length / 16).toBe(60);
    const values = Array.from({ length: 60 }, (_, i) => deepest(path.subarray(16 * i, 16 * i + 16)));
    expect(values[0]).toBeGreaterThan(9);
    expect(values[59]).toBeGreaterThan(9);
    for (let i = 0; i < 60; i++) {
      const share = i / 59;
      if (share < 0.25 || share === 1) expect(values[i]).toBeGreaterThan(0);
      // The tips are 5 mm below the outside of a 6.5 mm wall: the deepest vertices are in the middle of the wall, 3.25
      // mm from both sides.
      if (share >= 0.5 && share <= 0.85) expect(values[i]).toBeLessThan(-2.5);
    }
    const cutting = values.filter((value) => value < 0).length;
    expect(cutting).toBeGreaterThan(25);
    expect(cutting).toBeLessThan(50);
  });

  test('the origin of the blade is 10 mm clear at the start, on the surface at the touch, 1.5 mm above the cavity while sliding', () => {
    const path = cuttingPath({ poses: 101 });
    const origin = (i: number) => skullPhantomFunction(path[16 * i + 12], path[16 * i + 13], path[16 * i + 14]);
    expect(origin(0)).toBeCloseTo(10, 9);
    expect(origin(25)).toBeCloseTo(0, 9);
    for (let i = 50; i <= 85; i++) expect(origin(i)).toBeCloseTo(-1.5, 9);
  });

  test('refuses a count that is no whole number from 8', () => {
    for (const poses of [0, 7, 9.5, NaN])
      expect(() => cuttingPath({ poses })).toThrow(expect.objectContaining({ code: 'BAD_POSE_COUNT' }));
  });
});
