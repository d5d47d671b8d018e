// Detectors of one query, one for each stage 1 → whether they say the same to the last bit, `stats` aside.

import { expect } from '@jest/globals';
import { type ContactReport, createDetector, type Detector, type DetectorOptions, type Pose } from '#kerf';
import type { PageAnswer } from './chromium-page.ts';
import type { Variety } from './contact-cases.ts';
import { longRun } from './long-run.ts';
import { reportHash } from './report-bytes.ts';
import { withoutCounts } from './without-counts.ts';

export const CANDIDATE_METHODS = ['scanlines', 'bvh', 'bvh-front', 'image'] as const;

/** The random bodies that stages are compared on. */
export const STAGE_CASES: Variety = { plain: 30, orders: 2, motions: 12, scales: 4, far: 6 };

/** On the CPU, by every stage. @param turn of a long corpus: see inTurn. */
export function stageDetectors(options: DetectorOptions, turn?: number): Promise<Detector[]> {
  const methods = inTurn(CANDIDATE_METHODS, turn);
  return Promise.all(methods.map((candidates) => createDetector({ ...options, backend: 'cpu', candidates })));
}

/**
 * The first of the methods, against which the others are held, and one of these in turn; all without a turn, or with
 * KERF_LONG=1.
 */
export function inTurn<Method>([first, ...others]: readonly Method[], turn?: number): Method[] {
  if (turn === undefined || longRun(1, 0) === 1) return [first, ...others];
  return [first, others[turn % others.length]];
}

/** All that a report says but its stats. */
export function saidByReport(report: ContactReport): string {
  return reportHash(withoutCounts(report));
}

/** What a report says, as a page tells it. */
export function answerOf(report: ContactReport): PageAnswer {
  return { state: report.state, hash: saidByReport(report) };
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
