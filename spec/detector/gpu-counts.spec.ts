// Counts of each pose of a batch: as of that pose asked alone, and no less than what the CPU counts.

import { expect, test } from '@jest/globals';
import { cuttingPath, sawBlade, skullPhantom } from '../../datasets/index.ts';
import type { ContactReport } from '../../lib/index.ts';
import { detectorsOn } from '../harness/backends.ts';

const makeOnGpu = await detectorsOn('webgpu');
const POSES = 9;

test(`candidate pairs and sub-triangles of ${POSES} poses in one submit`, async () => {
  const bone = skullPhantom({ targetFaces: 5_000 });
  const tool = sawBlade({ targetFaces: 1_200 });
  const detector = await makeOnGpu({ bone, tool, contactDistance: 0.5, resolution: 4 });
  const poses = cuttingPath({ poses: POSES });
  const together: ContactReport[] = [];
  for await (const report of detector.detectMany(poses)) together.push(report);
  let counted = 0;
  for (const [i, { stats, contacts }] of together.entries()) {
    const pose = poses.slice(16 * i, 16 * i + 16);
    const alone = (await detector.detect(pose)).stats;
    const cpu = detector.detectSync(pose).stats;
    expect([i, stats.candidatePairs, stats.subTriangles]).toEqual([i, alone.candidatePairs, alone.subTriangles]);
    expect(stats.subTriangles).toBeGreaterThanOrEqual(contacts.length);
    // Boxes on the grid are wider than the CPU's by its rounding alone.
    expect(stats.candidatePairs).toBeGreaterThanOrEqual(cpu.candidatePairs);
    expect(stats.candidatePairs).toBeLessThanOrEqual(1.01 * cpu.candidatePairs + 2);
    if (stats.candidatePairs > 0) counted++;
  }
  expect(counted).toBeGreaterThan(POSES / 3);
  expect(new Set(together.map(({ stats }) => stats.candidatePairs)).size).toBeGreaterThan(3);
});
