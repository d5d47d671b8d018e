// Random poses are rigid, repeatable, and hit and miss the bone in fair shares.

import { describe, expect, test } from '@jest/globals';
import { makeDataset } from '#datasets';
import { checkPose } from '#core';
import { createDetector, createMesh } from '#kerf';
import { randomPoses } from '#validation';
import { longRun } from '#harness/long-run.ts';

const SEED = 77;
const bone = makeDataset('capped-shell', { faces: 6000 });
const tool = makeDataset('saw-blade', { faces: 500 });

describe(`random poses (seed ${SEED})`, () => {
  test('are rigid, differ, and are the same for the same seed', () => {
    const options = { count: 200, seed: SEED, contactDistance: 0.2 };
    const poses = randomPoses(bone, tool, options);
    for (let i = 0; i < 200; i++) checkPose(poses.subarray(16 * i, 16 * i + 16));
    expect(new Set(poses).size).toBeGreaterThan(200 * 11);
    expect(randomPoses(bone, tool, options)).toEqual(poses);
    expect(randomPoses(bone, tool, { ...options, count: 50 })).toEqual(poses.subarray(0, 50 * 16));
    expect(randomPoses(bone, tool, { ...options, seed: SEED + 1 })).not.toEqual(poses);
  });
  test('cut and miss: 20 to 80 % intersect, and some are near without', async () => {
    const count = longRun(200, 40);
    const poses = randomPoses(bone, tool, { count, seed: SEED, contactDistance: 0.2 });
    const detector = await createDetector({ bone, tool, contactDistance: 0.2, resolution: 5 });
    const states = { intersecting: 0, near: 0, separated: 0 };
    for (let i = 0; i < count; i++) {
      const pose = poses.subarray(16 * i, 16 * i + 16);
      if (detector.intersectingFaces(pose).length > 0) states.intersecting++;
      else states[detector.minimumDistance(pose).distance <= 0.2 ? 'near' : 'separated']++;
    }
    expect(states.intersecting).toBeGreaterThanOrEqual(0.2 * count);
    expect(states.intersecting).toBeLessThanOrEqual(0.8 * count);
    expect(states.near).toBeGreaterThanOrEqual(longRun(5, 1));
    expect(states.separated).toBeGreaterThanOrEqual(0.1 * count);
  });
  test('meshes without any area still give rigid poses', () => {
    const line = createMesh([0, 0, 0, 1, 0, 0, 2, 0, 0], [0, 1, 2]);
    const poses = randomPoses(line, line, { count: 20, seed: SEED, contactDistance: 0 });
    for (let i = 0; i < 20; i++) checkPose(poses.subarray(16 * i, 16 * i + 16));
  });
  test.each([
    [{ count: 0, seed: 1 }, 'BAD_POSE_COUNT'],
    [{ count: 1.5, seed: 1 }, 'BAD_POSE_COUNT'],
    [{ count: Number.NaN, seed: 1 }, 'BAD_POSE_COUNT'],
    [{ count: 1, seed: -1 }, 'BAD_SEED'],
    [{ count: 1, seed: 2 ** 32 }, 'BAD_SEED'],
  ])('%j is refused with %s', (options, code) => {
    expect(() => randomPoses(bone, tool, { ...options, contactDistance: 0.2 })).toThrow(
      expect.objectContaining({ code }),
    );
  });
});
