// Every contact of a report → whether its distance, its two points and its normal meet the contract.

import { GPU_DISTANCE_ERROR } from '#records';
import { type Bounds, pointTriangleBounds } from '#reference';
import type { Tally } from './judgement.ts';
import { Counter, type PoseQuestion } from './pose-question.ts';

interface DistanceJudgement {
  readonly tally: Tally;
  /** The oracle's bounds of the signed distance at each contact's `point`, mm. */
  readonly atPoint: readonly Bounds[];
}

/** A normal's length is accepted within this of 1. */
const UNIT_ACCEPTED = 1e-12;

/**
 * A contact holds if, up to rounding: `distance` is the signed distance at `point` (on backend webgpu to
 * GPU_DISTANCE_ERROR); `point` lies on the sub-triangle, and `opposite` on the other body's `oppositeFace`; the two are
 * |distance| apart; and the normal has length 1.
 */
export function judgeDistances({ report, bodies, allowance }: PoseQuestion): DistanceJudgement {
  const { contacts, stats } = report;
  const distanceAllowance = allowance + (stats.backend === 'webgpu' ? GPU_DISTANCE_ERROR : 0);
  const counter = new Counter();
  const atPoint: Bounds[] = [];
  for (let row = 0; row < contacts.length; row++) {
    const point = contacts.point.subarray(3 * row, 3 * row + 3);
    const opposite = contacts.opposite.subarray(3 * row, 3 * row + 3);
    const normal = contacts.normal.subarray(3 * row, 3 * row + 3);
    const distance = contacts.distance[row];
    const other = bodies[1 - contacts.body[row]];
    const bounds = other.signedDistanceBounds(point);
    atPoint.push(bounds);
    const oppositeFace = contacts.oppositeFace[row];
    const holds =
      distance >= bounds[0] - distanceAllowance &&
      distance <= bounds[1] + distanceAllowance &&
      isOn(contacts.corners.subarray(9 * row, 9 * row + 9), point, allowance) &&
      oppositeFace < other.surface.faceCount &&
      isOn(other.surface.cornersOf(oppositeFace), opposite, allowance) &&
      Math.abs(length(point[0] - opposite[0], point[1] - opposite[1], point[2] - opposite[2]) - Math.abs(distance)) <=
        allowance &&
      Math.abs(length(normal[0], normal[1], normal[2]) - 1) <= UNIT_ACCEPTED;
    counter.count(holds ? 'holds' : 'broken');
  }
  return { tally: counter.tally, atPoint };
}

function isOn(corners: Float64Array, point: Float64Array, allowance: number): boolean {
  for (let k = 0; k < 9; k += 3)
    if (point[0] === corners[k] && point[1] === corners[k + 1] && point[2] === corners[k + 2]) return true;
  return pointTriangleBounds(point, corners)[0] <= allowance;
}

function length(x: number, y: number, z: number): number {
  return Math.sqrt(x * x + y * y + z * z);
}
