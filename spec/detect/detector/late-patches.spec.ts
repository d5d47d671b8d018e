// A report's patches are made when first read: they belong to its own pose and bone, whatever has been queried, cut or
// disposed of since, in any order of access and in copies.

import { describe, expect, test } from '@jest/globals';
import { cuttingPath, sawBlade } from '#datasets';
import { type ContactReport, createDetector } from '#kerf';
import { longRun } from '#harness/long-run.ts';
import { phantom } from '#harness/phantom.ts';
import { reportHash } from '#harness/report-bytes.ts';

const bone = phantom(5_000);
const options = { bone, tool: sawBlade({ targetFaces: longRun(1_200, 300) }), contactDistance: 0.5, resolution: 2 };
const path = cuttingPath({ poses: 12 });
const poses = [5, 6, 7, 8].map((row) => path.subarray(16 * row, 16 * row + 16));

const atOnce = await createDetector({ ...options, backend: 'cpu' });
/** Hashing a report reads its patches at once. */
const expected = poses.map((pose) => reportHash(atOnce.detectSync(pose)));

/** Ways to read a report; the first access makes the patches. */
const READINGS: Readonly<Record<string, (report: ContactReport) => unknown>> = {
  'patches first': ({ patches }) => patches.length,
  'the column first': ({ contacts }) => contacts.patch.length,
  'a row first': ({ contacts }) => contacts.at(0),
  'a loop first': ({ contacts }) => [...contacts].length,
  'a copy first': (report) => structuredClone(report.patches),
  'JSON first': (report) => JSON.stringify(report),
};

describe('patches that are read late', () => {
  test.each(Object.keys(READINGS))('%s: the same as those that are read at once', async (reading) => {
    expect(new Set(expected).size).toBe(poses.length);
    const late = await createDetector({ ...options, backend: 'cpu' });
    const reports = poses.map((pose) => late.detectSync(pose));
    // Faces in contact are removed, and with them neighbours of their vertices.
    const cut = new Set(Array.from(reports[3].intersectingFaces).filter((_, i) => i % 2 === 0));
    expect(cut.size).toBeGreaterThan(3);
    late.editBone({ remove: [...cut] });
    for (const pose of poses) late.detectSync(pose);
    late.dispose();
    for (const report of reports) {
      expect(report.contacts.length).toBeGreaterThan(100);
      READINGS[reading](report);
      expect(report.patches).toBe(report.patches);
      expect(report.contacts.patch).toBe(report.contacts.patch);
    }
    expect(reports.map(reportHash)).toEqual(expected);
  });

  test('are in copies of reports and tables, whose keys are as ever', async () => {
    const detector = await createDetector({ ...options, backend: 'cpu' });
    const report = detector.detectSync(poses[2]);
    expect(Object.keys(report).join()).toBe(
      'state,signed,contacts,intersectingFaces,intersectionSegments,patches,penetration,stats',
    );
    expect(Object.keys(report.contacts).at(-1)).toBe('patch');
    const copy = structuredClone({ ...report });
    expect(copy.patches).toEqual(report.patches);
    expect(copy.contacts.patch).toEqual(report.contacts.patch);
    expect(new Set(report.contacts.patch).size).toBe(report.patches.length);
    expect(report.patches.length).toBeGreaterThan(1);
  });
});
