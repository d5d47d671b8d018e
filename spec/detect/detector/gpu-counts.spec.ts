// Counts of each pose of a batch equal those of the pose alone; candidate pairs are all pairs whose boxes come within
// δ, and none whose boxes are farther than that by more than a step of the grid.

import { expect, test } from '@jest/globals';
import { cuttingPath, sawBlade } from '#datasets';
import { checkPose, poseVertex } from '#core';
import type { ContactReport, TriangleMesh } from '#kerf';
import { detectorsOn } from '#harness/backends.ts';
import { phantom } from '#harness/phantom.ts';
import { boneOf } from '#harness/stage-bodies.ts';

const makeOnGpu = await detectorsOn('webgpu');
const POSES = 9;
const DELTA = 0.5;

/** Low x, y, z, high x, y, z of each face under a pose. */
function boxesOf({ positions, faces }: TriangleMesh, pose: ArrayLike<number> | null): Float64Array {
  const posed = Float64Array.from(positions);
  if (pose !== null) {
    const { matrix } = checkPose(pose);
    const own = posed.slice();
    for (let v = 0; v < own.length; v += 3) poseVertex(matrix, own, v, posed, v);
  }
  const boxes = new Float64Array(2 * faces.length);
  for (let f = 0; f < faces.length / 3; f++)
    for (let k = 0; k < 3; k++) {
      const [a, b, c] = [0, 1, 2].map((corner) => posed[3 * faces[3 * f + corner] + k]);
      boxes[6 * f + k] = Math.min(a, b, c);
      boxes[6 * f + 3 + k] = Math.max(a, b, c);
    }
  return boxes;
}

/** How many pairs of boxes come within a reach of each other in every coordinate. */
function pairsWithin(a: Float64Array, b: Float64Array, reach: number): number {
  let count = 0;
  for (let i = 0; i < a.length; i += 6)
    for (let j = 0; j < b.length; j += 6) {
      if (a[i] - b[j + 3] > reach || b[j] - a[i + 3] > reach) continue;
      if (a[i + 1] - b[j + 4] > reach || b[j + 1] - a[i + 4] > reach) continue;
      if (a[i + 2] - b[j + 5] <= reach && b[j + 2] - a[i + 5] <= reach) count++;
    }
  return count;
}

test(`candidate pairs and sub-triangles of ${POSES} poses in one submit`, async () => {
  const bone = phantom(5_000);
  const tool = sawBlade({ targetFaces: 1_200 });
  const detector = await makeOnGpu({ bone, tool, contactDistance: DELTA, resolution: 4 });
  const poses = cuttingPath({ poses: POSES });
  const together: ContactReport[] = [];
  for await (const report of detector.detectMany(poses)) together.push(report);
  const boneBoxes = boxesOf(bone, null);
  // Extents across are kept in 1/256 of a cell; integer rounding adds at most as much again.
  const step = boneOf(bone).scanlines.cellSize / 256;
  let counted = 0;
  for (const [i, { stats, contacts }] of together.entries()) {
    const pose = poses.slice(16 * i, 16 * i + 16);
    const alone = (await detector.detect(pose)).stats;
    const toolBoxes = boxesOf(tool, pose);
    expect([i, stats.candidatePairs, stats.subTriangles]).toEqual([i, alone.candidatePairs, alone.subTriangles]);
    expect(stats.subTriangles).toBeGreaterThanOrEqual(contacts.length);
    expect(stats.candidatePairs).toBeGreaterThanOrEqual(pairsWithin(boneBoxes, toolBoxes, DELTA));
    expect(stats.candidatePairs).toBeLessThanOrEqual(pairsWithin(boneBoxes, toolBoxes, DELTA + 2 * step));
    if (stats.candidatePairs > 0) counted++;
  }
  expect(counted).toBeGreaterThan(POSES / 3);
  expect(new Set(together.map(({ stats }) => stats.candidatePairs)).size).toBeGreaterThan(3);
});
