// Segments and penetration that are read late: those of the report's pose and of the bone as it was then, whatever the
// detector was asked in between.

import { expect, test } from '@jest/globals';
import { box, cuttingPath, makeDataset } from '#datasets';
import { type ContactReport, createDetectorSync, type Detector, type TriangleMesh } from '#kerf';
import { longRun } from '#harness/long-run.ts';
import { phantom } from '#harness/phantom.ts';
import { mulberry32 } from '#harness/random.ts';

const SEED = 5111;
const bone = phantom(5000);
const tool = makeDataset('saw-blade', { faces: 500 });
const path = cuttingPath({ poses: 24 });
const poseAt = (k: number) => path.subarray(16 * k, 16 * k + 16);
const make = (mesh: TriangleMesh): Detector =>
  createDetectorSync({ bone: mesh, tool, contactDistance: 0.2, resolution: 2, feed: [0, 0, -1] });

const late = ({ intersectionSegments, penetration }: ContactReport) =>
  JSON.stringify([[...intersectionSegments], penetration]);

/** Opens the bone where the saw cuts it: its faces, and what is computed from them, are others from then on. */
function cut(detector: Detector, pose: Float64Array): number {
  const pairs = detector.intersectingFaces(pose);
  const remove = [...new Set(pairs.filter((_, i) => i % 2 === 0))].slice(0, 3);
  detector.editBone({ remove });
  return remove.length;
}

test(`after other queries, cuts, renumbering and dispose (seed ${SEED})`, async () => {
  const random = mulberry32(SEED);
  const seen = { open: 0, inserted: 0, segments: 0, removed: 0 };
  for (let round = 0; round < longRun(20, 4); round++) {
    const detector = make(bone);
    const kept: { report: ContactReport; expected: string }[] = [];
    for (let step = 0; step < 6; step++) {
      for (let k = 0; k < 2; k++) {
        const pose = poseAt(Math.floor(24 * random()));
        // One is read at once, the other kept.
        const expected = late(detector.detectSync(pose));
        kept.push({ report: detector.detectSync(pose), expected });
      }
      detector.minimumDistance(poseAt(step));
      detector.intersects(poseAt(23 - step));
      if (step % 3 === 1) seen.removed += cut(detector, poseAt(8 + Math.floor(8 * random())));
      if (step === 3 && round % 2 === 0) await detector.compactBone();
    }
    if (round % 3 === 0) detector.dispose();
    for (const { report, expected } of kept) {
      expect(late(report)).toBe(expected);
      expect(report.intersectionSegments).toBe(report.intersectionSegments);
      expect(report.penetration).toBe(report.penetration);
      if (report.penetration === null) seen.open++;
      if ((report.penetration?.insertion?.high ?? 0) > 0) seen.inserted++;
      if (report.intersectionSegments.length > 0) seen.segments++;
    }
  }
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(3);
});

test('one that is kept while hundreds are not', () => {
  const mesh = box({ size: 60, center: [9, 17, 45] });
  const detector = make(mesh);
  const first = detector.detectSync(poseAt(12));
  for (let i = 0; i < 500; i++) detector.detectSync(poseAt(i % 24));
  detector.editBone({ remove: [0] });
  const expected = make(mesh).detectSync(poseAt(12));
  expect(expected.intersectionSegments.length).toBeGreaterThan(0);
  expect(late(first)).toBe(late(expected));
});
