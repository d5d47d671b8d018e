// Queries of linearly moving points → kerf's yes or no and first time for each, judged by the oracle, by family.

import { edgeEdgeImpact, type Impact, vertexFaceImpact } from '#motion';
import { edgeEdgeMeetings, type Meetings, vertexFaceMeetings } from '#reference';
import { MotionTallies, type MotionTally, type OpenTally } from './motion-tally.ts';
import { POINT_ORDERS, type PointKind, reordered } from './point-orders.ts';

export interface ImpactQuery {
  readonly kind: PointKind;
  readonly family: string;
  /** 24 numbers: xyz of the four points at t = 0, then at t = 1. */
  readonly points: Float64Array;
  /** Whether kerf also answers it in every other order of the points and backwards. */
  readonly inEveryOrder: boolean;
  /** A published answer that judges the yes or no instead. */
  readonly label?: boolean;
}

type Answer = Pick<Impact, 'low' | 'high'> | null;

function kerfs(kind: PointKind, points: Float64Array): Answer {
  return kind === 'vertex-face' ? vertexFaceImpact(points) : edgeEdgeImpact(points);
}

/**
 * The oracle answers once per query: neither the order of the points nor the direction of time changes whether they
 * meet, and the order does not change when.
 * @param answer whose answers are judged: kerf's unless given.
 */
export function judgeImpacts(
  queries: Iterable<ImpactQuery>,
  answer: (kind: PointKind, points: Float64Array) => Answer = kerfs,
): MotionTally[] {
  const tallies = new MotionTallies();
  for (const { kind, family, points, inEveryOrder, label } of queries) {
    const tally = tallies.of(kind, family);
    const began = performance.now();
    const meetings = meetingsOf(kind, points);
    tally.milliseconds.oracle += performance.now() - began;
    const isHit = label ?? meetings.any;
    tally.queries++;
    if (isHit) tally.hits++;
    if (isHit !== meetings.any) tally.disputed++;
    const ask = (asked: Float64Array, times: Meetings | null) => {
      const start = performance.now();
      const found = answer(kind, asked);
      const end = performance.now();
      judge(tally, isHit, found, times);
      tally.milliseconds.kerf += end - start;
      tally.milliseconds.oracle += performance.now() - end;
    };
    ask(points, meetings);
    if (!inEveryOrder) continue;
    POINT_ORDERS[kind].forEach((order, i) => {
      if (i > 0) ask(reordered(points, order), meetings);
      ask(reordered(points, order, true), null);
    });
  }
  return tallies.rows;
}

function meetingsOf(kind: PointKind, points: Float64Array): Meetings {
  const [start, end] = [points.subarray(0, 12), points.subarray(12)];
  return kind === 'vertex-face' ? vertexFaceMeetings(start, end) : edgeEdgeMeetings(start, end);
}

/** @param times null if they are not judged. */
function judge(tally: OpenTally, isHit: boolean, found: Answer, times: Meetings | null): void {
  tally.asked++;
  if (found === null && isHit) tally.missed++;
  if (found !== null && !isHit) tally.invented++;
  if (found === null || !isHit || !times?.any) return;
  const { low, high } = found;
  if (!(0 <= low && low <= high && high <= 1)) tally.early++;
  else if (times.isBefore(low)) tally.late++;
  else if (!times.isUntil(high)) tally.early++;
}
