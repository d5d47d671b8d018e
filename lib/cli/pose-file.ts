// The text of a pose or path file → checked 4×4 poses, each with its line.

import { checkPose, checkQuaternionLength, normalise, PLACEMENT_SIZE, PoseError, plainText, poseOf } from '#core';
import {
  checkTime,
  checkWidth,
  columnsOf,
  finite,
  type NumberHeader,
  type NumberRow,
  numberRows,
} from './number-rows.ts';

/** Poses as read: tool frame → bone frame, column-major, mm. */
export interface PoseList {
  readonly count: number;
  /** 16 numbers per pose. */
  readonly matrices: Float64Array;
  /** s, one per pose, non-decreasing; null if the file has none. */
  readonly times: Float64Array | null;
  /** Where pose i stands in the file, for messages: "line 7", "element 3". */
  readonly places: readonly string[];
}

export const poseFileHelp = `\
Pose and path files: numbers separated by blanks, commas or semicolons, # starts a comment, a path may have a header
line; or JSON, an array of 16 numbers or an array of such arrays. The translation stands at places 13 to 15. As - the
file is standard input.
Under a header that names the columns t x y z qx qy qz qw, in any order: seconds (t may be left out; reports and plots
show it), the place in mm and a unit quaternion, tool frame to bone frame: qx qy qz its vector part, qw its scalar, so
that 0 0 0.7071068 0.7071068 turns the tool's x axis into the bone's y axis.`;

/**
 * One pose: 16 numbers column-major, on any number of lines, or a JSON array of 16. Separators are blanks, commas and
 * semicolons, and `#` starts a comment. One header line is skipped. If it is a tracker's (trackerPoses), one row of
 * its columns follows instead.
 * @throws PoseError BAD_LENGTH, NOT_A_NUMBER, NON_FINITE_POSE, NOT_RIGID, BAD_HEADER, BAD_TOKEN, each naming file and
 * line.
 */
export function parsePose(text: string, source: string): PoseList {
  if (isJson(text)) {
    const list = parseJson(text, source);
    if (list.count !== 1)
      throw new PoseError('BAD_LENGTH', `${source} holds ${list.count} poses, expected 1; give it as --path instead.`);
    return list;
  }
  const { header, rows } = numberRows(text, source);
  if (header !== null && isTrackerHeader(header.words)) {
    if (rows.length !== 1)
      throw new PoseError(
        'BAD_LENGTH',
        `${source} holds ${rows.length} poses, expected 1; give a file of several poses as --path instead.`,
      );
    return ofTracker(header, rows, source);
  }
  const numbers = rows.flatMap((row) => row.numbers);
  if (numbers.length !== 16) {
    const last = rows.at(-1);
    const next =
      numbers.length > 16 && numbers.length % 16 === 0
        ? 'give a file of several poses as --path instead'
        : 'write one 4×4 matrix, column by column';
    throw new PoseError(
      'BAD_LENGTH',
      `${source}${last ? `, line ${last.line}` : ''}: found ${numbers.length} numbers, expected 16; ${next}.`,
    );
  }
  const places = [`line ${rows[0].line}`];
  return checked({ count: 1, matrices: Float64Array.from(numbers), times: null, places }, source);
}

function ofTracker(header: NumberHeader, rows: readonly NumberRow[], source: string): PoseList {
  const places = rows.map((row) => `line ${row.line}`);
  return checked({ count: rows.length, ...trackerPoses(header, rows, source), places }, source);
}

/**
 * A path: one pose of 16 numbers in each row, or, under a tracker's header, the tracker's columns, or a JSON array of
 * arrays of 16. Separators, comments and the header are as for a pose.
 * @throws PoseError BAD_LENGTH (a ragged row, no row), NOT_A_NUMBER, NON_FINITE_POSE, NOT_RIGID, BAD_HEADER, BAD_TIME,
 * BAD_TOKEN, each naming file and line.
 */
export function parsePath(text: string, source: string): PoseList {
  if (isJson(text)) return parseJson(text, source);
  const { header, rows } = numberRows(text, source);
  if (rows.length === 0)
    throw new PoseError(
      'BAD_LENGTH',
      `${source} holds no pose, expected at least one row of 16 numbers; fill the file.`,
    );
  if (header !== null && isTrackerHeader(header.words)) return ofTracker(header, rows, source);
  const matrices = new Float64Array(16 * rows.length);
  rows.forEach((row, i) => {
    checkCount(row.numbers.length, `line ${row.line}`, source);
    matrices.set(row.numbers, 16 * i);
  });
  const places = rows.map((row) => `line ${row.line}`);
  return checked({ count: rows.length, matrices, times: null, places }, source);
}

function isJson(text: string): boolean {
  return /^\uFEFF?\s*[[{]/.test(text);
}

function parseJson(text: string, source: string): PoseList {
  const plain = plainText(text, source, PoseError);
  let value: unknown;
  try {
    value = JSON.parse(plain);
  } catch (error) {
    throw new PoseError(
      'NOT_A_NUMBER',
      `${source} starts like JSON but is not (${(error as Error).message}); repair it.`,
    );
  }
  if (!Array.isArray(value))
    throw new PoseError(
      'BAD_LENGTH',
      `${source} is JSON but no array; write an array of 16 numbers, or an array of such arrays.`,
    );
  const rows: unknown[] = value.length > 0 && value.every((row) => Array.isArray(row)) ? value : [value];
  const matrices = new Float64Array(16 * rows.length);
  const places = rows.map((row, i) => {
    const place = `element ${i}`;
    const numbers = row as unknown[];
    checkCount(numbers.length, place, source);
    numbers.forEach((entry, k) => {
      if (typeof entry !== 'number')
        throw new PoseError(
          'NOT_A_NUMBER',
          `${source}, ${place}: entry ${k} is ${JSON.stringify(entry)}, expected a number; correct it.`,
        );
      matrices[16 * i + k] = finite(entry, String(entry), place, source);
    });
    return place;
  });
  return checked({ count: rows.length, matrices, times: null, places }, source);
}

function checkCount(found: number, place: string, source: string): void {
  if (found === 16) return;
  const next =
    found === 7 || found === 8
      ? 'where these are a place and a quaternion, begin the file with their names, such as t x y z qx qy qz qw'
      : 'write one 4×4 matrix a row, column by column';
  throw new PoseError('BAD_LENGTH', `${source}, ${place}: found ${found} numbers, expected 16; ${next}.`);
}

/** Checks the whole path before the first pose is answered. */
function checked(list: PoseList, source: string): PoseList {
  for (let pose = 0; pose < list.count; pose++) {
    try {
      checkPose(list.matrices.subarray(16 * pose, 16 * pose + 16));
    } catch (error) {
      if (!(error instanceof PoseError)) throw error;
      throw new PoseError(error.code, `${source}, ${list.places[pose]}: ${error.message}`, { cause: error });
    }
  }
  return list;
}

const PLACE = ['x', 'y', 'z', 'qx', 'qy', 'qz', 'qw'] as const;
const TIME = 't';

export { QUATERNION_LENGTH_LIMIT } from '#core';

interface TrackerPoses {
  /** 16 numbers per pose, column-major. */
  readonly matrices: Float64Array;
  /** s, one per pose, non-decreasing; null without such a column. */
  readonly times: Float64Array | null;
}

/** Whether a header's words are a tracker's: they name at least one part of a quaternion. */
function isTrackerHeader(words: readonly string[]): boolean {
  return words.some((word) => /^q[xyzw]$/i.test(word));
}

/**
 * The columns, in any order, are t (s, may be left out), x y z (mm), qx qy qz qw. The quaternion is Hamilton's: qx qy
 * qz is its vector part, and qw its scalar. A point p of the tool lies at q·p·q* + (x, y, z) in the bone's frame. So
 * 0 0 √½ √½ turns the tool's x axis into the bone's y axis, and −q is the same rotation as q.
 * @throws PoseError BAD_HEADER, BAD_LENGTH, NOT_RIGID (not a unit quaternion), BAD_TIME, each naming file and line.
 */
function trackerPoses(header: NumberHeader, rows: readonly NumberRow[], source: string): TrackerPoses {
  const columns = columnsOf(header, source, PLACE, [TIME]);
  const timeColumn = header.words.findIndex((word) => word.toLowerCase() === TIME);
  const matrices = new Float64Array(16 * rows.length);
  const times = timeColumn < 0 ? null : new Float64Array(rows.length);
  const placement = new Float64Array(PLACEMENT_SIZE);
  const rotation = new Float64Array(9);
  rows.forEach(({ line, numbers }, pose) => {
    const place = `${source}, line ${line}`;
    checkWidth(numbers, header, place);
    columns.forEach((column, k) => {
      placement[k] = numbers[column];
    });
    checkQuaternionLength(placement, `${place}: the quaternion`, 'check which columns it stands in');
    normalise(placement);
    poseOf(placement, [0, 0, 0], rotation, matrices.subarray(16 * pose, 16 * pose + 16));
    if (times === null) return;
    times[pose] = numbers[timeColumn];
    if (pose > 0) checkTime(times[pose - 1], times[pose], place);
  });
  return { matrices, times };
}
