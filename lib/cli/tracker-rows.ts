// A tracker's header and rows → poses and their times.
//
// The columns, in any order, are t (s, may be left out), x y z (mm), qx qy qz qw. The quaternion is Hamilton's: qx qy
// qz is its vector part, and qw its scalar. A point p of the tool lies at q·p·q* + (x, y, z) in the bone's frame. So 0
// 0 √½ √½ turns the tool's x axis into the bone's y axis, and −q is the same rotation as q.

import { checkQuaternionLength, normalise, PLACEMENT_SIZE, poseOf } from '#core';
import { checkTime, checkWidth, columnsOf, type NumberHeader, type NumberRow } from './number-rows.ts';

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
export function isTrackerHeader(words: readonly string[]): boolean {
  return words.some((word) => /^q[xyzw]$/i.test(word));
}

/** @throws PoseError BAD_HEADER, BAD_LENGTH, NOT_RIGID (not a unit quaternion), BAD_TIME, each naming file and line. */
export function trackerPoses(header: NumberHeader, rows: readonly NumberRow[], source: string): TrackerPoses {
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
