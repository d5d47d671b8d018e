// Files with a header t x y z qx qy qz qw, compared with the convention: a rotation by its axis and angle, for any
// order of the columns.

import { describe, expect, test } from '@jest/globals';
import { parsePath, parsePose, type PoseList, QUATERNION_LENGTH_LIMIT } from '#cli/pose-file.ts';
import { PoseError } from '#core';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { unitVector } from '#harness/random-geometry.ts';

const COLUMNS = ['t', 'x', 'y', 'z', 'qx', 'qy', 'qz', 'qw'] as const;
type Row = Readonly<Record<(typeof COLUMNS)[number], number>>;
const HALF = Math.SQRT1_2;
const row: Row = { t: 0.25, x: 1.5, y: -2e-3, z: 30, qx: 0, qy: 0, qz: HALF, qw: HALF };

function text(columns: readonly string[], rows: readonly Row[], separator = ' '): string {
  const lines = rows.map((each) => columns.map((name) => each[name.toLowerCase() as keyof Row]).join(separator));
  return [columns.join(separator), ...lines].join('\n');
}

function failure(action: () => PoseList): PoseError {
  try {
    action();
  } catch (error) {
    if (error instanceof PoseError) return error;
    throw error;
  }
  throw new Error('expected a PoseError');
}

test('90 degrees about z: 0 0 √½ √½ turns the x axis into the y axis, y into −x, and moves by x y z', () => {
  const { count, matrices, times, places } = parsePath(text(COLUMNS, [row, row]), 'a.csv');
  expect([count, Array.from(times ?? []), places]).toEqual([2, [0.25, 0.25], ['line 2', 'line 3']]);
  const expected = [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 1.5, -2e-3, 30, 1];
  for (let i = 0; i < 32; i++) expect(matrices[i]).toBeCloseTo(expected[i % 16], 14);
});

test('any axis and angle, columns in any order, q as −q, commas, tabs and capitals (seed 3)', () => {
  const random = mulberry32(3);
  let apart = 0;
  for (let trial = 0; trial < longRun(300, 60); trial++) {
    const axis = unitVector(random);
    const angle = 2 * Math.PI * random();
    const sign = random() < 0.5 ? -1 : 1;
    const [qx, qy, qz] = axis.map((value) => sign * Math.sin(angle / 2) * value);
    const place = Array.from({ length: 3 }, () => 200 * random() - 100);
    const [x, y, z] = place;
    const columns: string[] = [...COLUMNS].sort(() => random() - 0.5);
    if (trial % 3 === 0) columns.splice(columns.indexOf('t'), 1);
    const names = trial % 2 === 0 ? columns : columns.map((name) => name.toUpperCase());
    const separator = [' ', ',', '\t', '; '][trial % 4];
    const each = { t: trial, x, y, z, qx, qy, qz, qw: sign * Math.cos(angle / 2) };
    const { matrices: m, times } = parsePath(text(names, [each], separator), 'a.csv');
    expect(times && Array.from(times)).toEqual(trial % 3 === 0 ? null : [trial]);
    // Rodrigues: v cos + (axis × v) sin + axis (axis · v)(1 − cos), column by column.
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    for (let column = 0; column < 3; column++) {
      const v = [0, 1, 2].map((k) => Number(k === column));
      const cross = [0, 1, 2].map((k) => axis[(k + 1) % 3] * v[(k + 2) % 3] - axis[(k + 2) % 3] * v[(k + 1) % 3]);
      for (let k = 0; k < 3; k++) {
        const turned = v[k] * c + cross[k] * s + axis[k] * axis[column] * (1 - c);
        apart = Math.max(apart, Math.abs(m[4 * column + k] - turned));
      }
    }
    expect([m[3], m[7], m[11], ...m.subarray(12, 16)]).toEqual([0, 0, 0, x, y, z, 1]);
  }
  expect(apart).toBeLessThan(5e-14);
});

test('a quaternion written with three decimals is taken, its length made 1 (seed 4)', () => {
  const random = mulberry32(4);
  let farthest = 0;
  let skewed = 0;
  for (let trial = 0; trial < longRun(2000, 500); trial++) {
    const numbers = Array.from({ length: 4 }, () => random() - 0.5);
    const length = Math.hypot(...numbers);
    const [qx, qy, qz, qw] = numbers.map((value) => Number((value / length).toFixed(3)));
    farthest = Math.max(farthest, Math.abs(Math.hypot(qx, qy, qz, qw) - 1));
    const { matrices: m } = parsePath(text(COLUMNS, [{ ...row, qx, qy, qz, qw }]), 'a.csv');
    for (let a = 0; a < 3; a++)
      for (let b = 0; b <= a; b++) {
        const dot = m[4 * a] * m[4 * b] + m[4 * a + 1] * m[4 * b + 1] + m[4 * a + 2] * m[4 * b + 2];
        skewed = Math.max(skewed, Math.abs(dot - Number(a === b)));
      }
  }
  expect(skewed).toBeLessThan(5e-15);
  expect(farthest).toBeGreaterThan(0.7 * QUATERNION_LENGTH_LIMIT);
  expect(farthest).toBeLessThanOrEqual(QUATERNION_LENGTH_LIMIT);
});

test('one pose, as --pose', () => {
  const { count, times } = parsePose(`# from the tracker\n${text(COLUMNS, [row])}\n`, 'pose.txt');
  expect([count, Array.from(times ?? [])]).toEqual([1, [0.25]]);
  expect(failure(() => parsePose(text(COLUMNS, [row, row]), 'pose.txt')).message).toContain(
    'holds 2 poses, expected 1',
  );
  expect(failure(() => parsePose(text(COLUMNS, []), 'pose.txt')).code).toBe('BAD_LENGTH');
});

describe('is refused by file and line', () => {
  const without = (name: string) => COLUMNS.filter((column) => column !== name);
  const long = { ...row, qz: HALF * (1 + 1.01e-3), qw: HALF * (1 + 1.01e-3) };
  test.each<[what: string, code: string, text: string, says: string]>([
    ['a header without qw', 'BAD_HEADER', text(without('qw'), [row]), 'line 1: the header names no column qw'],
    ['a header without z', 'BAD_HEADER', text(without('z'), [row]), 'no column z'],
    [
      'a strange column',
      'BAD_HEADER',
      `# a\nquality ${text(COLUMNS, [row])}`,
      'line 2: the header names a column "quality"',
    ],
    ['a column twice', 'BAD_HEADER', text([...COLUMNS, 'X'], [row]), 'names "X" twice'],
    [
      'a quaternion that is too long',
      'NOT_RIGID',
      text(COLUMNS, [row, long]),
      'line 3: the quaternion qx qy qz qw has the length 1.00101',
    ],
    [
      'one of zeros',
      'NOT_RIGID',
      text(COLUMNS, [{ ...row, qz: 0, qw: 0 }]),
      'line 2: the quaternion qx qy qz qw has the length 0,',
    ],
    ['one whose length is beyond numbers', 'NOT_RIGID', text(COLUMNS, [{ ...row, qx: 1e200 }]), 'the length Infinity'],
    ['a row that is short', 'BAD_LENGTH', `${text(COLUMNS, [row])}\n1 2 3`, 'line 3: found 3 numbers, expected 8'],
    ['a time that falls', 'BAD_TIME', text(COLUMNS, [row, { ...row, t: 0.2 }]), 'line 3: t is 0.2 after 0.25'],
    ['a time that is none', 'NON_FINITE_POSE', text(COLUMNS, [{ ...row, t: Number.NaN }]), 'line 2: NaN'],
    ['no row', 'BAD_LENGTH', text(COLUMNS, []), 'holds no pose'],
    [
      'eight numbers without a header',
      'BAD_LENGTH',
      text(COLUMNS, [row]).split('\n')[1],
      'such as t x y z qx qy qz qw',
    ],
    ['seven numbers under a comment', 'BAD_LENGTH', '# tx ty tz qx qy qz qw\n1 2 3 0 0 0 1', 'line 2: found 7 numbers'],
    ['a place beyond the range', 'COORDINATE_RANGE', text(COLUMNS, [{ ...row, x: 1e37 }]), 'line 2'],
  ])('%s', (_what, code, content, says) => {
    const error = failure(() => parsePath(content, 'cut.csv'));
    expect([error.code, error.message]).toEqual([code, expect.stringContaining(says)]);
    expect(error.message).toMatch(/^cut\.csv[^\n]*\.$/);
  });
});

test('16 numbers a row are read under any other header, and have no times', () => {
  const identity = '1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1';
  expect(parsePath(`t x y z\n${identity}`, 'a.csv')).toMatchObject({ count: 1, times: null });
});
