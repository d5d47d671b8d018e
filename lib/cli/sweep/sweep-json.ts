// A finished sweep → sweep.json, one line a step.

import { type BodySource, headAndRows } from '../report-json.ts';
import type { StepRecord, StepStatus } from './step-record.ts';
import type { SweepOptions } from './sweep-path.ts';

export interface SweepHeader {
  readonly format: 'kerf-sweep';
  readonly formatVersion: 1;
  readonly kerf: string;
  /** stepTime is that of a step's interval, which runs from 0 to 1; poseTime is that of the poses' own times. */
  readonly units: { readonly length: 'mm'; readonly stepTime: 'part of the step'; readonly poseTime: 's' };
  readonly bone: BodySource;
  readonly tool: BodySource;
  readonly path: { readonly file: string; readonly poses: number };
  readonly options: SweepOptions;
  /** What has to be known before the results are read, as in report.json. */
  readonly notices: readonly string[];
  readonly verdict: string;
  /** The first step that is in contact, at its start or later; null if there is none. */
  readonly firstContactStep: number | null;
  /** How many steps have each status. */
  readonly counts: Readonly<Record<StepStatus, number>>;
}

export function sweepJson(header: SweepHeader, steps: readonly StepRecord[]): string {
  return headAndRows(header, 'steps', steps);
}
