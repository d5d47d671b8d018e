// A step's FirstContact and the clearances at its two poses → the record shown in the table and the page, and
// sweep.json, one line per step.

import { stepTimeSlack } from '#core';
import type { FirstContact } from '#detector';
import type { Interval } from '#records';
import type { PoseList } from '../pose-file.ts';
import { intoBone, intoTool } from '../report/payload.ts';
import { type BodySource, headAndRows } from '../report-json.ts';
import type { SweepOptions } from './sweep-path.ts';

export type StepStatus = FirstContact['status'];

/** How far the tool is from the bone at a pose of the path. */
export interface PoseClearance {
  /** Its number in the path, from 0. */
  readonly pose: number;
  /** s; absent if the poses have no times. */
  readonly time?: number;
  /** mm: the smallest distance between the surfaces, 0 if they share a point or one body lies inside the other. */
  readonly clearance: number;
  /** Whether the surfaces share no point and one body lies inside the other. Always false if both are open. */
  readonly enclosed: boolean;
}

/** Where a step first touches, or comes too near to decide: at the end of the step's interval. Bone frame, mm. */
interface StepContact {
  /** s: the step's interval in the times of its poses, rounded outward; absent if they have none. */
  readonly seconds?: Interval;
  readonly boneFace: number;
  readonly toolFace: number;
  readonly bonePoint: readonly number[];
  readonly toolPoint: readonly number[];
  /** mm: how far the tool's point has come since the step's start, in a straight line. */
  readonly way: number;
  /** Unit vector, bone → tool; null if the faces have none. */
  readonly normal: readonly number[] | null;
  /** 16 numbers, column-major, tool frame → bone frame. */
  readonly pose: readonly number[];
}

/** The motion from one pose to the next. */
export interface StepRecord {
  /** The number of the pose where it starts. */
  readonly step: number;
  /**
   * free: no contact. contact: first touches in (low, high]. initial: in contact at its start. grazing: comes within
   * the tolerance near high; whether it touches is not decided.
   */
  readonly status: StepStatus;
  /** 0 at the step's start, 1 at its end. Proved free up to low. */
  readonly time: Interval;
  readonly start: PoseClearance;
  readonly end: PoseClearance;
  /** null if free. */
  readonly contact: StepContact | null;
}

/** @param from the pose where it starts, 16 numbers. */
export function recordStep(
  found: FirstContact,
  from: Iterable<number>,
  start: PoseClearance,
  end: PoseClearance,
): StepRecord {
  const { status, time } = found;
  const { low, high } = time;
  return { step: start.pose, status, time: { low, high }, start, end, contact: contactOf(found, from, start, end) };
}

function contactOf(
  { status, time, boneFace, toolFace, bonePoint, toolPoint, normal, highPose }: FirstContact,
  from: Iterable<number>,
  start: PoseClearance,
  end: PoseClearance,
): StepContact | null {
  if (status === 'free') return null;
  return {
    ...(start.time === undefined || end.time === undefined ? {} : { seconds: secondsOf(time, start.time, end.time) }),
    boneFace,
    toolFace,
    bonePoint: Array.from(bonePoint),
    toolPoint: Array.from(toolPoint),
    way: wayOf(toolPoint, highPose, from),
    normal: normal.every(Number.isFinite) ? Array.from(normal) : null,
    pose: Array.from(highPose),
  };
}

/** mm: from where the tool's point was at pose `from` to where it is at pose `at`. */
function wayOf([x, y, z]: Iterable<number>, at: Iterable<number>, from: Iterable<number>): number {
  const then = intoBone([...from], intoTool([...at], [x, y, z]));
  return Math.hypot(x - then[0], y - then[1], z - then[2]);
}

/** An interval of a step that lasts from `start` to `end`, s → an interval of times, s, that contains it. */
export function secondsOf({ low, high }: Interval, start: number, end: number): Interval {
  const slack = stepTimeSlack(Math.max(Math.abs(start), Math.abs(end)));
  return {
    low: Math.max(start, start + low * (end - start) - slack),
    high: Math.min(end, start + high * (end - start) + slack),
  };
}

/** A path's clearance at a pose, as a record. */
export function recordClearance({ times }: PoseList, pose: number, distance: number, enclosed: boolean): PoseClearance {
  return { pose, ...(times === null ? {} : { time: times[pose] }), clearance: enclosed ? 0 : distance, enclosed };
}

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
