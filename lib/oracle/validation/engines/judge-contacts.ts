// The contacts of an engine's answer → where each point lies, the error of each normal, and how many points would fit
// in another frame or unit.

import type { BulkMesh } from '#reference';
import { isAtMost } from '../signed-at-most.ts';
import { angleToCone } from './cone-angle.ts';
import type { AnswerJudgement, JudgedContact } from './engine-judgement.ts';
import type { EngineContact } from './engine-results.ts';
import { opposite, outwardCones } from './exact-directions.ts';
import type { JudgedBody } from './judged-body.ts';

type Point = readonly number[];
type Judged = Pick<NonNullable<AnswerJudgement['contacts']>, 'rows' | 'elsewhere'>;

export function judgeContacts(
  contacts: readonly EngineContact[],
  [bone, tool]: readonly [JudgedBody, JudgedBody],
  tolerance: number,
): Judged {
  const isIn = (point: Point) => [bone, tool].every(({ mesh }) => isWithin(mesh, point, tolerance));
  const elsewhere = { mirrored: 0, metres: 0 };
  const rows = contacts.map(({ point, normal, depth }): JudgedContact => {
    const place = isIn(point) ? 'in' : 'out';
    if (place === 'out') {
      const [x, y, z] = point;
      if (isIn([0 - x, 0 - y, z])) elsewhere.mirrored++;
      if (isIn([1000 * x, 1000 * y, 1000 * z])) elsewhere.metres++;
    }
    const [ofBone, ofTool] = [bone, tool].map(({ mesh }) => mesh.signedDistanceBounds(point));
    return {
      point,
      bone: { low: ofBone[0], high: ofBone[1] },
      tool: { low: ofTool[0], high: ofTool[1] },
      place,
      normalError: normal === undefined ? null : normalError(point, normal, bone, tool, tolerance),
      depth: depth ?? null,
    };
  });
  return { rows, elsewhere };
}

/**
 * A normal points from the bone to the tool: it is right if it leads out of the bone, or into the tool in the direction
 * of growing depth. Engines take either body's direction, so the nearer one counts.
 */
function normalError(point: Point, normal: Point, bone: JudgedBody, tool: JudgedBody, tolerance: number) {
  const cones = [
    ...outwardCones(bone, point, tolerance),
    ...outwardCones(tool, point, tolerance).map((cone) => cone.map(opposite)),
  ];
  return cones.length === 0 ? null : Math.min(...cones.map((cone) => angleToCone(normal, cone)));
}

/** Whether a point's signed distance is at most the limit: by its bounds, and exactly if these do not decide. */
function isWithin(body: BulkMesh, point: Point, limit: number): boolean {
  const [low, high] = body.signedDistanceBounds(point);
  return high <= limit || (low <= limit && isAtMost(body, point, limit));
}
