// A worst case → sentences: at which pose, which faces, what kerf says, what is exact, and how far apart they are.

import { interval, precise, short } from '../validation-report/number-text.ts';
import type { WorstCase } from '../validation-report/payload.ts';

export function caseWords({ pose, contact }: WorstCase): string {
  const { body, face, oppositeFace, distance, exactLow, exactHigh, low, high, error } = contact;
  const other = body === 'bone' ? 'tool' : 'bone';
  return [
    `pose ${pose}: a piece of ${body} face ${face}, opposite ${other} face ${oppositeFace}.`,
    `kerf's distance, at the yellow point: ${placeText(distance, other)}.`,
    `Exact, at the worst point of the whole piece: ${placeText((exactLow + exactHigh) / 2, other)}, known to ${short(exactHigh - exactLow)} mm.`,
    `They are ${short(error)} mm apart (${precise(distance)} mm, and within ${interval(exactLow, exactHigh, precise)} mm);`,
    `kerf had certified ${interval(low, high, short)} mm.`,
  ].join(' ');
}

/** A signed distance from a body, in words. */
function placeText(distance: number, other: 'bone' | 'tool'): string {
  if (distance === 0) return `on the ${other}'s surface`;
  return `${short(Math.abs(distance))} mm ${distance < 0 ? 'inside the' : 'from the'} ${other}`;
}
