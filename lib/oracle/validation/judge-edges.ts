// Every contact of a report → whether its sub-triangle's longest edge is at most h (G3).

import { exactFraction } from '#reference';
import type { Tally } from './judgement.ts';
import { Counter, type PoseQuestion } from './pose-question.ts';

/**
 * The relative error of a squared length from f64 differences is below 8u (three roundings in each square, two in the
 * sums); 2^-48 = 32u is taken.
 */
const CERTAIN = 2 ** -48;

/** A sub-triangle is its face scaled by 2^-level, so the face's longest edge is compared with h · 2^level, exactly. */
export function judgeEdges({ report, bodies, options }: PoseQuestion): Tally {
  const { contacts } = report;
  const counter = new Counter();
  const known = new Map<string, boolean>();
  for (let row = 0; row < contacts.length; row++) {
    const [body, face, level] = [contacts.body[row], contacts.face[row], contacts.level[row]];
    const key = `${body} ${face} ${level}`;
    let holds = known.get(key);
    if (holds === undefined) {
      holds = isWithin(bodies[body].surface.cornersOf(face), options.resolution * 2 ** level);
      known.set(key, holds);
    }
    counter.count(holds ? 'holds' : 'broken');
  }
  return counter.tally;
}

/** Whether all edges are at most `limit` long; h · 2^level is exact. */
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
