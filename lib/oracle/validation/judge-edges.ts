// Every contact of a report → whether its sub-triangle is one of its face, as the rule divides that, and its longest
// edge is at most h (G3).

import { exactFraction } from '#reference';
import type { Tally } from './judgement.ts';
import { Counter, ownCorners, type PoseQuestion } from './pose-question.ts';
import { LATTICE, leafWeights } from './sub-triangles.ts';

/**
 * The relative error of a squared length from f64 differences is below 8u (three roundings in each square, two in the
 * sums); 2^-48 = 32u is taken.
 */
const CERTAIN = 2 ** -48;

/** The stored corners are judged: exactly, whether their distances exceed h. */
export function judgeEdges(question: PoseQuestion): Tally {
  const { contacts } = question.report;
  const counter = new Counter();
  for (let row = 0; row < contacts.length; row++) {
    const corners = contacts.corners.subarray(9 * row, 9 * row + 9);
    const holds = isPart(question, row, corners) && isWithin(corners, question.options.resolution);
    counter.count(holds ? 'holds' : 'broken');
  }
  return counter.tally;
}

/** Whether a row's corners are those that its face, level and path name, to the rounding that is accepted. */
function isPart({ report, bodies, meshes, options, allowance }: PoseQuestion, row: number, corners: Float64Array) {
  const { body, face, level, path } = report.contacts;
  const own = ownCorners(meshes[body[row]], face[row]);
  const leaf = leafWeights(own, options.resolution, level[row], path[row]);
  if (leaf === null) return false;
  const whole = bodies[body[row]].surface.cornersOf(face[row]);
  return corners.every((x, i) => {
    const weights = leaf[Math.floor(i / 3)];
    const there = weights.reduce((sum, weight, k) => sum + (weight / LATTICE) * whole[3 * k + (i % 3)], 0);
    return Math.abs(x - there) <= allowance;
  });
}

/** Whether all edges are at most `limit` long. */
function isWithin(corners: Float64Array, limit: number): boolean {
  return [0, 3, 6].every((from) => {
    const to = (from + 3) % 9;
    let squared = 0;
    for (let k = 0; k < 3; k++) squared += (corners[to + k] - corners[from + k]) ** 2;
    if (squared < limit * limit * (1 - CERTAIN)) return true;
    if (squared > limit * limit * (1 + CERTAIN)) return false;
    const exact = [0, 1, 2]
      .map((k) => exactFraction(corners[to + k]).sub(exactFraction(corners[from + k])))
      .reduce((sum, along) => sum.add(along.mul(along)), exactFraction(0));
    return exact.lte(exactFraction(limit).mul(exactFraction(limit)));
  });
}
