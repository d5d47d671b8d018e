// Detectors of one query, one for each stage 1 → whether they report the same to the last bit, `stats` aside.

import { expect } from '@jest/globals';
import { type ContactReport, createDetector, type Detector, type DetectorOptions, type Pose } from '#kerf';
import type { PageAnswer } from './chromium-page.ts';
import type { Variety } from './contact-cases.ts';
import { longRun } from './long-run.ts';
import { reportHash } from './report-bytes.ts';
import { withoutCounts } from './without-counts.ts';

export const CANDIDATE_METHODS = ['scanlines', 'bvh', 'bvh-front', 'image'] as const;

/** The random bodies on which stages are compared. */
export const STAGE_CASES: Variety = { plain: 30, orders: 2, motions: 12, scales: 4, far: 6 };

/** On the CPU, one detector per stage. @param turn in a long corpus: see inTurn. */
export function stageDetectors(options: DetectorOptions, turn?: number): Promise<Detector[]> {
  const methods = inTurn(CANDIDATE_METHODS, turn);
  return Promise.all(methods.map((candidates) => createDetector({ ...options, backend: 'cpu', candidates })));
}

/**
 * The first method, with which the others are compared, and one of the others in turn; all of them without a turn or
 * with KERF_LONG=1.
 */
export function inTurn<Method>([first, ...others]: readonly Method[], turn?: number): Method[] {
  if (turn === undefined || longRun(1, 0) === 1) return [first, ...others];
  return [first, others[turn % others.length]];
}

/** Everything in a report except its stats. */
export function saidByReport(report: ContactReport): string {
  return reportHash(withoutCounts(report));
}

/** What a report says, in the form that a page returns. */
export function answerOf(report: ContactReport): PageAnswer {
  return { state: report.state, hash: saidByReport(report) };
}

/** Everything that a detector reports at a pose. */
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

/** @param where named if they differ. @returns what all of them report. */
export function expectSame(made: readonly Detector[], pose: Pose, where: object): ReturnType<typeof saidAt> {
  const [first, ...others] = made.map((detector) => saidAt(detector, pose));
  for (const other of others) expect({ where, ...other }).toEqual({ where, ...first });
  return first;
}
