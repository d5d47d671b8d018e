// A report → the same without the counts specific to a stage 1.

import type { ContactReport } from '#kerf';

export function withoutCounts(report: ContactReport): ContactReport {
  return { ...report, stats: { ...report.stats, candidatePairs: 0, escalatedPairs: 0, subTriangles: 0 } };
}
