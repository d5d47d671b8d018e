// A finished sweep → sweep.json, one line per step.

import { type BodySource, headAndRows } from '../report-json.ts';
import type { StepRecord, StepStatus } from './step-record.ts';
import type { SweepOptions } from './sweep-path.ts';

export interface SweepHeader {
  readonly format: 'kerf-sweep';
  readonly formatVersion: 1;
  readonly kerf: string;
  /** stepTime: the unit of a step's interval, from 0 to 1; poseTime: the unit of the poses' own times. */
  readonly units: { readonly length: 'mm'; readonly stepTime: 'part of the step'; readonly poseTime: 's' };
  readonly bone: BodySource;
  readonly tool: BodySource;
  readonly path: { readonly file: string; readonly poses: number };
  readonly options: SweepOptions;
  /** What the reader must know before the results, as in report.json. */
  readonly notices: readonly string[];
  readonly verdict: string;
  /** The first step that is in contact, at its start or later; null if there is none. */
  readonly firstContactStep: number | null;
  /** The number of steps with each status. */
  readonly counts: Readonly<Record<StepStatus, number>>;
}

export function sweepJson(header: SweepHeader, steps: readonly StepRecord[]): string {
  return headAndRows(header, 'steps', steps);
}
