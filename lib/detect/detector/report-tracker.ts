// Reports, pose by pose → which of their rows are new, changed or gone since the tracker's last one.
//
//   held          k1  k2  k4  k5            rows ascend by body, face, path in both, so one walk finds the rest:
//   report        k1  k3  k4' k5            k2 is gone, k3 is new, k4 is changed
//
// Invariant: whoever takes out what is gone and puts in what changed holds the rows that the tracker holds; each is
// within the tolerance of the report's row of the same key, and with a tolerance of 0 it is that row.

import { checkOptionNames, described, grown, KerfError, OptionError, type OptionNames, vectorLength } from '#core';
import type { ContactReport, ContactState, ContactTable, Pose } from '#records';

export interface TrackOptions {
  /**
   * mm, finite, ≥ 0; default 0: any changed bit counts. A row counts as changed if one of its points, or the tip of its
   * normal drawn 1 mm long, is farther than this from where it was when last reported, if its distance, low or high
   * differs by more, or if its opposite face or its patch is another.
   */
  readonly tolerance?: number;
}
const OPTIONS: OptionNames<TrackOptions> = { tolerance: true };

export interface ReportChanges {
  readonly state: ContactState;
  /** Rows of `report` that are new or changed, ascending. */
  readonly changed: Uint32Array;
  /** Keys of rows that are gone, four numbers each: body, face, level, path; ascending by body, face, path. */
  readonly removed: Uint32Array;
  /** Whole, as detectSync returns it. */
  readonly report: ContactReport;
}

export interface ReportTracker {
  /**
   * The report of the pose, and what changed since the last one of this tracker; at first all of its rows are new. If
   * it throws, the tracker is as before.
   * @throws PoseError. @throws KerfError DISPOSED after the tracker's `dispose`, or the detector's.
   */
  next(pose: Pose): ReportChanges;
  /** Forgets the rows; the detector remains. */
  dispose(): void;
}

/** Columns that are compared: points of three numbers each, numbers, and codes. */
const POINTS = ['corners', 'point', 'opposite', 'normal'] as const;
const NUMBERS = ['distance', 'low', 'high'] as const;
const CODES = ['oppositeFace', 'patch'] as const;
/** Numbers of a row in the columns of POINTS and NUMBERS, in this order. */
const WIDTHS = [9, 3, 3, 3, 1, 1, 1];
const KEYS = 4;

/** @param detect a report of a pose, now. */
export function trackReports(detect: (pose: Pose) => ContactReport, options: TrackOptions = {}): ReportTracker {
  checkOptionNames(options, OPTIONS, 'track');
  const { tolerance = 0 } = options;
  if (typeof tolerance !== 'number' || !(tolerance >= 0 && tolerance < Number.POSITIVE_INFINITY))
    throw new OptionError(
      'BAD_TOLERANCE',
      `track: tolerance is ${described(tolerance)}, expected a finite number ≥ 0, mm; leave it out for 0.`,
    );
  return new Tracker(detect, tolerance);
}

class Tracker implements ReportTracker {
  readonly #detect: (pose: Pose) => ContactReport;
  readonly #tolerance: number;
  /** Rows as they were last reported, and those that become it: null after `dispose`. */
  #held: HeldRows | null = new HeldRows();
  #next = new HeldRows();

  constructor(detect: (pose: Pose) => ContactReport, tolerance: number) {
    this.#detect = detect;
    this.#tolerance = tolerance;
  }

  next(pose: Pose): ReportChanges {
    const held = this.#held;
    if (held === null)
      throw new KerfError('DISPOSED', 'The tracker has been disposed of; make another with detector.track.');
    const report = this.#detect(pose);
    const { contacts } = report;
    const { length } = contacts;
    const given = columnsOf(contacts);
    const next = this.#next;
    next.reserve(length);
    const changed = new Uint32Array(length);
    const removed: number[] = [];
    let count = 0;
    let from = 0;
    next.length = length;
    for (let row = 0; row < length; row++) {
      next.writeKey(given, row);
      while (from < held.length && held.order(from, next, row) < 0) held.pushKey(from++, removed);
      const isKnown = from < held.length && held.order(from, next, row) === 0;
      const isSame = isKnown && held.isSame(from, given, row, this.#tolerance);
      if (isSame) next.copy(held, from, row);
      else {
        next.copy(given, row, row);
        changed[count++] = row;
      }
      if (isKnown) from++;
    }
    while (from < held.length) held.pushKey(from++, removed);
    this.#held = next;
    this.#next = held;
    return { state: report.state, changed: changed.slice(0, count), removed: Uint32Array.from(removed), report };
  }

  dispose(): void {
    this.#held = null;
    this.#next = new HeldRows();
  }
}

/** Columns of a report, or of the rows that are held. */
interface Columns {
  /** Body, face, level and path. */
  readonly keys: readonly (Uint8Array | Uint32Array)[];
  readonly codes: readonly Uint32Array[];
  readonly numbers: readonly Float64Array[];
}

/** A report's columns are made when they are read: once, not for each row. */
function columnsOf(contacts: ContactTable): Columns {
  const { body, face, level, path } = contacts;
  return {
    keys: [body, face, level, path],
    codes: CODES.map((name) => contacts[name]),
    numbers: [...POINTS, ...NUMBERS].map((name) => contacts[name]),
  };
}

/** Rows of reports, copied. */
class HeldRows implements Columns {
  length = 0;
  keys = Array.from({ length: KEYS }, () => new Uint32Array(0));
  codes = CODES.map(() => new Uint32Array(0));
  numbers = WIDTHS.map(() => new Float64Array(0));

  /** Room for that many rows, whose contents do not count. */
  reserve(rows: number): void {
    this.keys = this.keys.map((column) => grown(column, 0, rows));
    this.codes = this.codes.map((column) => grown(column, 0, rows));
    this.numbers = this.numbers.map((column, k) => grown(column, 0, WIDTHS[k] * rows));
  }

  writeKey({ keys }: Columns, row: number): void {
    for (let k = 0; k < KEYS; k++) this.keys[k][row] = keys[k][row];
  }

  pushKey(row: number, out: number[]): void {
    for (let k = 0; k < KEYS; k++) out.push(this.keys[k][row]);
  }

  /** < 0 if this row's key comes before the other's, 0 if they are equal: by body, face, path, and then level. */
  order(row: number, other: HeldRows, otherRow: number): number {
    const [body, face, level, path] = this.keys;
    const [otherBody, otherFace, otherLevel, otherPath] = other.keys;
    return (
      body[row] - otherBody[otherRow] ||
      face[row] - otherFace[otherRow] ||
      path[row] - otherPath[otherRow] ||
      level[row] - otherLevel[otherRow]
    );
  }

  copy({ codes, numbers }: Columns, row: number, to: number): void {
    for (let k = 0; k < codes.length; k++) this.codes[k][to] = codes[k][row];
    for (let k = 0; k < numbers.length; k++) copyRow(numbers[k], row, this.numbers[k], to, WIDTHS[k]);
  }

  /** Whether a report's row is within the tolerance of a held one. */
  isSame(held: number, { codes, numbers }: Columns, row: number, tolerance: number): boolean {
    for (let k = 0; k < codes.length; k++) if (this.codes[k][held] !== codes[k][row]) return false;
    for (let k = 0; k < numbers.length; k++) {
      const [was, is, width] = [this.numbers[k], numbers[k], WIDTHS[k]];
      if (width === 1 && !isNear(was[held], is[row], tolerance)) return false;
      for (let i = 0; i + 2 < width; i += 3)
        if (!isPointNear(was, width * held + i, is, width * row + i, tolerance)) return false;
    }
    return true;
  }
}

function copyRow(from: Float64Array, row: number, to: Float64Array, toRow: number, width: number): void {
  for (let k = 0; k < width; k++) to[width * toRow + k] = from[width * row + k];
}

/** With a tolerance of 0, −0 is not 0: what is held must have the report's bits. */
function isNear(was: number, is: number, tolerance: number): boolean {
  return tolerance === 0 ? Object.is(was, is) : was === is || Math.abs(was - is) <= tolerance;
}

function isPointNear(P: Float64Array, p: number, Q: Float64Array, q: number, tolerance: number): boolean {
  if (tolerance === 0) return Object.is(P[p], Q[q]) && Object.is(P[p + 1], Q[q + 1]) && Object.is(P[p + 2], Q[q + 2]);
  return vectorLength(P[p] - Q[q], P[p + 1] - Q[q + 1], P[p + 2] - Q[q + 2]) <= tolerance;
}
