// Real meshes and poses with exact labels: verdicts, pairs, distinct faces, enclosed poses and smallest distances as
// labelled.

import { readFileSync } from 'node:fs';
import { describe, expect } from '@jest/globals';
import { createDetector } from '#kerf';
import { CONTACT_DISTANCE, labelledBody, labelledPoses, readPoses } from '#harness/labelled-poses.ts';
import { longRun, partOf } from '#harness/long-run.ts';
import { testWithData } from '#harness/real-data.ts';

/** One in so many of a set's poses is asked; with KERF_LONG=1 all are. */
const partWith = (poses: number) => (poses > 200 ? 40 : 18);

describe('labelled pose sets', () => {
  for (const set of partOf(labelledPoses, 2, 0)) {
    const files = [set.bone, set.tool, `ground-truth/${set.name}.poses.f32`, `ground-truth/${set.name}.labels.csv`];
    testWithData(files, `of its ${set.poses} poses as labelled`, async (bonePath, toolPath, posePath, labelPath) => {
      const bone = await labelledBody(bonePath, 'bone', set);
      const tool = await labelledBody(toolPath, 'tool', set);
      const detector = await createDetector({ bone, tool, contactDistance: CONTACT_DISTANCE, resolution: 20 });
      const poses = readPoses(posePath);
      const rows = readFileSync(labelPath, 'utf8').trim().split('\n').slice(1);
      const wrong: string[] = [];
      const count = { intersecting: 0, enclosed: 0, near: 0, separated: 0 };
      for (const row of partOf(rows, partWith(set.poses), 0)) {
        const [i, intersects, pairs, boneFaces, toolFaces, , distance, inside] = row.split(',').map(Number);
        const pose = poses.subarray(16 * i, 16 * i + 16);
        const report = detector.detectSync(pose);
        const apart = distance <= CONTACT_DISTANCE ? 'near' : 'separated';
        const state = intersects === 1 ? 'intersecting' : inside === 1 ? 'enclosed' : apart;
        count[state]++;
        const found = detector.intersectingFaces(pose);
        const bones = new Set(found.filter((_, k) => k % 2 === 0));
        const tools = new Set(found.filter((_, k) => k % 2 === 1));
        const gap = detector.minimumDistance(pose).distance;
        // The labels have nine digits.
        const tolerance = Math.max(1e-6, 5e-9 * distance);
        if (
          report.state !== state ||
          found.length !== 2 * pairs ||
          report.intersectingFaces.length !== found.length ||
          bones.size !== boneFaces ||
          tools.size !== toolFaces ||
          Math.abs(gap - distance) > tolerance
        )
          wrong.push(`pose ${i}: ${report.state}, ${found.length / 2} pairs, ${gap} mm; labelled ${state}, ${row}`);
      }
      expect(wrong).toEqual([]);
      expect(rows).toHaveLength(set.poses);
      const labels = rows.map((row) => row.split(',').map(Number));
      expect(labels.filter(([, intersects, , , , , , inside]) => intersects === 0 && inside === 1)).toHaveLength(
        set.enclosed,
      );
      const asked = count.intersecting + count.enclosed + count.near + count.separated;
      expect(asked).toBe(longRun(set.poses, Math.ceil(set.poses / partWith(set.poses))));
      expect(count.enclosed > 0).toBe(set.enclosed > 0);
      expect(count.intersecting / asked).toBeGreaterThan(0.2);
      expect(count.intersecting / asked).toBeLessThan(0.95);
      detector.dispose();
    });
  }
});
