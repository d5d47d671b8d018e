// Segments and penetration that are read late: those of the report's pose and of the bone as it was then, whatever the
// detector was asked in between, and whichever threads made the report.

import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { box, cuttingPath, makeDataset } from '#datasets';
import { LateRests } from '#detector/cpu/late-rest.ts';
import { type ContactReport, createDetectorSync, type Detector, type TriangleMesh } from '#kerf';
import { longRun } from '#harness/long-run.ts';
import { phantom } from '#harness/phantom.ts';
import { mulberry32 } from '#harness/random.ts';
import { inDeep } from '#harness/sets.ts';
import { threadedDetectors } from '#harness/threaded-detectors.ts';

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

inDeep(() => {
  describe('reports that threads made', () => {
    const rows = [8, 9, 10, 11, 12, 13, 14, 15];
    const poses = Float64Array.from(rows.flatMap((k) => [...poseAt(k)]));
    const options = { bone, tool, contactDistance: 0.2, resolution: 2, feed: [0, 0, -1], backend: 'cpu' } as const;
    const threads = threadedDetectors(options);
    /** The late parts of each row for a bone that has lost the faces `lost` of that row. */
    function expectedAt(lost: readonly (readonly number[])[]): string[] {
      return rows.map((k, row) => {
        const detector = createDetectorSync(options);
        detector.editBone({ remove: [...new Set(lost.slice(0, row).flat())] });
        return late(detector.detectSync(poseAt(k)));
      });
    }
    /** For each row another face of the bone that the tool cuts there. */
    const cutAt: number[] = [];
    for (const k of rows)
      cutAt.push(
        make(bone)
          .intersectingFaces(poseAt(k))
          .find((f, i) => i % 2 === 0 && !cutAt.includes(f)) as number,
      );

    afterEach(() => {
      jest.restoreAllMocks();
    });

    test('of a path, kept until the bone has been cut', async () => {
      const detector = await threads.make({});
      const reports: ContactReport[] = [];
      for await (const report of detector.detectMany(poses, { workers: 2 })) reports.push(report);
      detector.editBone({ remove: cutAt });
      const found = reports.map(late);
      expect(found).toEqual(expectedAt([]));
      expect(new Set(found).size).toBe(rows.length);
    });

    test('of a path, read one by one: then the threads make them, and this thread makes few', async () => {
      const detector = await threads.make({});
      const here = jest.spyOn(LateRests.prototype, 'of');
      const found: string[] = [];
      for await (const report of detector.detectMany(path, { workers: 2 })) found.push(late(report));
      // Eight were asked before the first was read.
      expect(here.mock.calls.length).toBe(8);
      expect(found).toEqual(Array.from({ length: 24 }, (_, k) => late(make(bone).detectSync(poseAt(k)))));
    });

    test('of a path whose bone is cut between two reports, and while one is awaited', async () => {
      const detector = await threads.make({});
      const reports: ContactReport[] = [];
      const lost: number[][] = [];
      const path = detector.detectMany(poses, { workers: 2 })[Symbol.asyncIterator]();
      for (let row = 0; row < rows.length; row++) {
        const next = path.next();
        lost.push(row % 3 === 0 ? [cutAt[row]] : []);
        // `next` was asked of the bone before this edit.
        if (lost[row].length > 0) detector.editBone({ remove: lost[row] });
        reports.push((await next).value as ContactReport);
      }
      expect(reports.map(late)).toEqual(expectedAt(lost));
    });

    test('of one pose by three threads, kept until the bone has been cut, and cut while they are awaited', async () => {
      const detector = await threads.make({});
      const [expected] = expectedAt([]).slice(4);
      // The first shared report of a bone is made by one thread alone: see WorkerQueries.
      await detector.detect(poseAt(12), { workers: 3 });
      const kept = await detector.detect(poseAt(12), { workers: 3 });
      const awaited = detector.detect(poseAt(12), { workers: 3 });
      detector.editBone({ remove: [cutAt[4]] });
      expect([late(kept), late(await awaited)]).toEqual([expected, expected]);
    });
  });
});
