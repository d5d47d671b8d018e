// Detectors of one query, one for each stage 1 → whether they say the same to the last bit, `stats` aside.

import { expect } from '@jest/globals';
import { type ContactReport, createDetector, type Detector, type DetectorOptions, type Pose } from '../../lib/index.ts';
import { reportHash } from './report-bytes.ts';

export const CANDIDATE_METHODS = ['scanlines', 'bvh', 'bvh-front', 'image'] as const;

/** On the CPU. */
export function stageDetectors(options: DetectorOptions): Promise<Detector[]> {
  return Promise.all(CANDIDATE_METHODS.map((candidates) => createDetector({ ...options, backend: 'cpu', candidates })));
}

/** All that a report says but its stats. */
export function saidByReport(report: ContactReport): string {
  return reportHash({ ...report, stats: { ...report.stats, candidatePairs: 0, escalatedPairs: 0, subTriangles: 0 } });
}

/** All that a detector says of a pose. */
export function saidAt(detector: Detector, pose: Pose) {
  const report = detector.detectSync(pose);
  return {
    state: report.state,
    report: saidByReport(report),
    pairs: detector.intersectingFaces(pose).join(),
    intersects: detector.intersects(pose),
    distance: detector.minimumDistance(pose).distance,
  };
}

/** @param where named where they differ. @returns what all of them say. */
export function expectSame(made: readonly Detector[], pose: Pose, where: object): ReturnType<typeof saidAt> {
  const [first, ...others] = made.map((detector) => saidAt(detector, pose));
  for (const other of others) expect({ where, ...other }).toEqual({ where, ...first });
  return first;
}
