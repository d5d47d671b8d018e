// A tracker of reports: what it reports as changed and as gone, replayed, gives the rows of a full report, byte for
// byte; with a tolerance, rows within it; over cuts, jumps, refusals and disposal.

import { describe, expect, test } from '@jest/globals';
import { checkPose } from '#core';
import { box, sphere } from '#datasets';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { rigidPose } from '#harness/random-geometry.ts';
import { trackReports } from '#detector/report-tracker.ts';
import {
  type ContactReport,
  type ContactTable,
  createDetector,
  createDetectorSync,
  type Detector,
  type ReportChanges,
  type TrackOptions,
} from '#kerf';

const SEED = 5104;
const bone = sphere({ radius: 10, subdivisions: 3 });
const tool = box({ size: [4, 3, 12] });
const OPTIONS = { bone, tool, contactDistance: 0.3, resolution: 1.2 } as const;
const detector = () => createDetectorSync(OPTIONS);

const CODES = ['body', 'face', 'level', 'path', 'oppositeFace', 'patch'] as const;
const NUMBERS = { corners: 9, point: 3, opposite: 3, normal: 3, distance: 1, low: 1, high: 1 } as const;
type Row = { readonly codes: number[]; readonly numbers: Float64Array };

const keyOf = (codes: readonly number[]) => codes.slice(0, 4).join(' ');
function rowOf(contacts: ContactTable, row: number): Row {
  const numbers = Object.entries(NUMBERS).flatMap(([name, width]) => [
    ...contacts[name as keyof typeof NUMBERS].subarray(width * row, width * (row + 1)),
  ]);
  return { codes: CODES.map((name) => contacts[name][row]), numbers: Float64Array.from(numbers) };
}
const rowsOf = ({ contacts }: ContactReport) =>
  Array.from({ length: contacts.length }, (_, row) => rowOf(contacts, row));
const bytesOf = (rows: readonly Row[]) =>
  rows.map(({ codes, numbers }) => [codes.join(), Buffer.from(numbers.buffer).toString('hex')].join(' '));

/** What a page holds that hears of changes alone. */
class Replay {
  readonly #rows = new Map<string, Row>();

  take({ changed, removed, report }: ReportChanges): void {
    for (let i = 0; i < removed.length; i += 4) {
      expect(this.#rows.delete([...removed.subarray(i, i + 4)].join(' '))).toBe(true);
    }
    for (const row of changed) {
      const one = rowOf(report.contacts, row);
      this.#rows.set(keyOf(one.codes), one);
    }
  }

  /** Ascending by body, face, path. */
  get rows(): Row[] {
    const [BODY, FACE, , PATH] = [0, 1, 2, 3];
    return [...this.#rows.values()].sort(
      ({ codes: a }, { codes: b }) => a[BODY] - b[BODY] || a[FACE] - b[FACE] || a[PATH] - b[PATH],
    );
  }
}

/** Edits, one after another: a face of the upper side becomes a pit of three. */
function pitsOf(random: () => number): () => { remove: number[]; positions: number[]; faces: number[] } {
  const positions = [...bone.positions];
  const faces = Array.from({ length: bone.faces.length / 3 }, (_, f) => [...bone.faces.subarray(3 * f, 3 * f + 3)]);
  const isLive = faces.map(() => true);
  const heightOf = (face: number[]) => Math.min(...face.map((v) => positions[3 * v + 2]));
  return () => {
    const upper = faces.flatMap((face, f) => (isLive[f] && heightOf(face) > 7 ? [f] : []));
    const chosen = upper[Math.floor(random() * upper.length)];
    const [a, b, c] = faces[chosen];
    const pit = [0, 1, 2].map((k) => (0.9 * (positions[3 * a + k] + positions[3 * b + k] + positions[3 * c + k])) / 3);
    const v = positions.length / 3;
    const walls = [
      [a, b, v],
      [b, c, v],
      [c, a, v],
    ];
    positions.push(...pit);
    faces.push(...walls);
    isLive.push(true, true, true);
    isLive[chosen] = false;
    return { remove: [chosen], positions: pit, faces: walls.flat() };
  };
}

/** About the ball's upper side: deep, shallow and apart; half of them a small step from the one before, or none. */
function posesNear(random: () => number, count: number): Float64Array[] {
  const poses: Float64Array[] = [];
  for (let i = 0; i < count; i++) {
    const before = poses.at(-1);
    if (before !== undefined && random() < 0.5) {
      const pose = before.slice();
      const step = random() < 0.4 ? 0 : 0.05;
      for (let k = 12; k < 15; k++) pose[k] += step * (2 * random() - 1);
      poses.push(pose);
      continue;
    }
    const pose = Float64Array.from(rigidPose(random, 1));
    pose[14] += 10 + 12 * random();
    poses.push(pose);
  }
  return poses;
}

test(`rows replayed are the full report's, byte for byte, over poses and cuts (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  const tracked = detector();
  const pits = pitsOf(random);
  const tracker = tracked.track();
  const replay = new Replay();
  const seen = { unchanged: 0, changed: 0, removed: 0, cuts: 0, empty: 0 };
  for (const [i, pose] of posesNear(random, longRun(1000, 120)).entries()) {
    if (i % 10 === 9) {
      tracked.editBone(pits());
      seen.cuts++;
    }
    const changes = tracker.next(pose);
    replay.take(changes);
    const report = tracked.detectSync(pose);
    expect(changes.state).toBe(report.state);
    expect(bytesOf(replay.rows)).toEqual(bytesOf(rowsOf(report)));
    expect(bytesOf(rowsOf(changes.report))).toEqual(bytesOf(rowsOf(report)));
    seen.changed += changes.changed.length;
    seen.unchanged += report.contacts.length - changes.changed.length;
    seen.removed += changes.removed.length / 4;
    if (report.contacts.length === 0) seen.empty++;
  }
  for (const number of Object.values(seen)) expect(number).toBeGreaterThan(5);
  tracked.dispose();
});

test('a bone that is compacted: its faces have other numbers, and the replay follows', async () => {
  const tracked = await createDetector({ ...OPTIONS, backend: 'cpu' });
  const tracker = tracked.track();
  const replay = new Replay();
  const pose = posesNear(mulberry32(SEED + 1), 1)[0];
  replay.take(tracker.next(pose));
  tracked.editBone({ remove: [0, 5, 7] });
  await tracked.compactBone();
  replay.take(tracker.next(pose));
  expect(bytesOf(replay.rows)).toEqual(bytesOf(rowsOf(tracked.detectSync(pose))));
  tracked.dispose();
});

describe('a tolerance', () => {
  const tolerance = 0.02;
  test(`rows replayed are within it of the report's, and what is reported was beyond it (seed ${SEED})`, () => {
    const random = mulberry32(SEED + 2);
    const tracked = detector();
    const tracker = tracked.track({ tolerance });
    const replay = new Replay();
    let before = new Map<string, Row>();
    const seen = { within: 0, beyond: 0, drifted: 0 };
    const pose = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 14, 1);
    for (let i = 0; i < longRun(200, 40); i++) {
      // Steps below the tolerance that add up beyond it.
      pose[14] -= 0.008 * random();
      const changes = tracker.next(pose);
      replay.take(changes);
      const rows = rowsOf(changes.report);
      const told = new Map(replay.rows.map((row) => [keyOf(row.codes), row]));
      expect(told.size).toBe(rows.length);
      const reported = new Set(changes.changed);
      for (const [row, is] of rows.entries()) {
        const key = keyOf(is.codes);
        const known = before.get(key);
        if (reported.has(row)) {
          if (known !== undefined && isWithin(known, is)) throw new Error(`${key} was reported, but it is within`);
          seen.beyond++;
          if (known !== undefined) seen.drifted++;
          continue;
        }
        expect(isWithin(told.get(key)!, is)).toBe(true);
        seen.within++;
      }
      before = told;
    }
    for (const number of Object.values(seen)) expect(number).toBeGreaterThan(50);
    tracked.dispose();
  });

  /** By the definition in TrackOptions. */
  function isWithin(was: Row, is: Row): boolean {
    if (was.codes.join() !== is.codes.join()) return false;
    for (let at = 0; at < 18; at += 3)
      if (Math.hypot(...[0, 1, 2].map((k) => was.numbers[at + k] - is.numbers[at + k])) > tolerance) return false;
    return [18, 19, 20].every((k) => Math.abs(was.numbers[k] - is.numbers[k]) <= tolerance);
  }

  test.each([-1, Number.NaN, Number.POSITIVE_INFINITY, '1'])('%p is refused', (bad) => {
    const tracked = detector();
    expect(() => tracked.track({ tolerance: bad as number })).toThrow(
      expect.objectContaining({ code: 'BAD_TOLERANCE' }),
    );
    expect(() => tracked.track({ tolerence: 1 } as TrackOptions)).toThrow(
      expect.objectContaining({ code: 'UNKNOWN_OPTION' }),
    );
    tracked.dispose();
  });
});

describe('a pose', () => {
  const deep = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 13, 1];
  test('of the same place changes nothing, one far away removes all, and back again all are new', () => {
    const tracked = detector();
    const tracker = tracked.track();
    const rows = tracker.next(deep).changed.length;
    expect(rows).toBeGreaterThan(50);
    expect(tracker.next(deep)).toMatchObject({ changed: new Uint32Array(0), removed: new Uint32Array(0) });
    const far = deep.with(14, 1000);
    expect(tracker.next(far)).toMatchObject({ state: 'separated', changed: new Uint32Array(0) });
    expect(tracker.next(far).removed.length).toBe(0);
    expect(tracker.next(deep).changed.length).toBe(rows);
    tracked.dispose();
  });

  test('that is refused leaves the tracker as it was', () => {
    const tracked = detector();
    const tracker = tracked.track();
    tracker.next(deep);
    expect(() => tracker.next(deep.with(0, 2))).toThrow(expect.objectContaining({ code: 'NOT_RIGID' }));
    expect(() => tracker.next(deep.with(3, Number.NaN))).toThrow(expect.objectContaining({ code: 'NON_FINITE_POSE' }));
    expect(tracker.next(deep).changed.length).toBe(0);
    tracked.dispose();
  });

  test('two trackers of one detector know nothing of each other, and reports nothing of either', () => {
    const tracked = detector();
    const [one, other] = [tracked.track(), tracked.track()];
    const first = one.next(deep);
    one.next(deep.with(14, 13.5));
    expect(other.next(deep).changed.length).toBe(first.changed.length);
    first.report.contacts.distance.fill(7);
    expect(one.next(deep).changed.length).toBeGreaterThan(0);
    expect(other.next(deep).changed.length).toBe(0);
    tracked.dispose();
  });
});

test('after its own disposal, and the detector’s, a tracker says so', () => {
  const tracked: Detector = detector();
  const tracker = tracked.track();
  const pose = checkPose([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 13, 1]).matrix;
  tracker.next(pose);
  tracker.dispose();
  tracker.dispose();
  expect(() => tracker.next(pose)).toThrow(expect.objectContaining({ code: 'DISPOSED' }));
  const other = tracked.track();
  tracked.dispose();
  expect(() => other.next(pose)).toThrow(expect.objectContaining({ code: 'DISPOSED' }));
  expect(() => tracked.track()).toThrow(expect.objectContaining({ code: 'DISPOSED' }));
});

describe('a row of which one number differs', () => {
  const tracked = detector();
  const { state, contacts } = tracked.detectSync([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 13, 1]);
  tracked.dispose();
  /** A report with columns of its own. */
  const copied = (): ContactReport => {
    const columns = Object.entries(contacts).map(([name, column]) => [name, column.slice?.() ?? column]);
    return { state, contacts: Object.fromEntries(columns) } as ContactReport;
  };
  /** What a tracker reports after a change of one number. */
  const changesAfter = (change: (table: ContactTable) => void, tolerance = 0) => {
    const [before, after] = [copied(), copied()];
    change(after.contacts);
    const reports = [before, after];
    const tracker = trackReports(() => reports.shift()!, { tolerance });
    tracker.next([]);
    return tracker.next([]);
  };
  const row = 20;
  const nowhere = new Uint32Array(0);

  test.each(Object.entries(NUMBERS))('in %s: it alone is changed, unless within the tolerance', (name, width) => {
    const columnOf = (table: ContactTable) => table[name as keyof typeof NUMBERS];
    for (let k = 0; k < width; k++) {
      const at = width * row + k;
      const by = (step: number) => (table: ContactTable) => {
        columnOf(table)[at] += step;
      };
      const least = 2 ** -50 * Math.max(1, Math.abs(columnOf(contacts)[at]));
      expect(changesAfter(by(least))).toMatchObject({ changed: Uint32Array.of(row), removed: nowhere });
      expect(changesAfter(by(-0.2), 0.1).changed).toEqual(Uint32Array.of(row));
      expect(changesAfter(by(0.05), 0.1).changed).toEqual(nowhere);
    }
  });
  test('by its sign alone, where it is 0', () => {
    const [zero, minus] = [0, -0].map((x) => {
      const report = copied();
      report.contacts.distance[row] = x;
      return report;
    });
    const reports = [zero, minus];
    const tracker = trackReports(() => reports.shift()!);
    tracker.next([]);
    expect(tracker.next([]).changed).toEqual(Uint32Array.of(row));
  });
  test.each(['oppositeFace', 'patch'] as const)('in %s: it is changed at any tolerance', (name) => {
    const change = (table: ContactTable) => {
      table[name][row]++;
    };
    expect(changesAfter(change, 1e6)).toMatchObject({ changed: Uint32Array.of(row), removed: nowhere });
  });
  test.each(['body', 'face', 'path', 'level'] as const)('in %s: one is gone, and one is new', (name) => {
    // The last row, which stays the last.
    const last = contacts.length - 1;
    const change = (table: ContactTable) => {
      table[name][last]++;
    };
    const key = [contacts.body, contacts.face, contacts.level, contacts.path].map((column) => column[last]);
    expect(changesAfter(change, 1e6)).toMatchObject({ changed: Uint32Array.of(last), removed: Uint32Array.from(key) });
  });
});
