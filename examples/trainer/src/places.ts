// A plan → where a tool is placed to begin a step: over the burr hole, over the line; and where one looks at it from.

import type { KnownTool } from '../../workbench/src/tools.ts';
import type { Direction } from '../../workbench/src/views.ts';
import type { Plan, Point } from './plan.ts';
import { cross, dot, length, minus, scaled, sum, unit } from './vectors.ts';

/** mm from the bone to the tool. */
const CLEAR = 6;

/** Tool frame → bone frame: y outward there, and x along the line. */
export function placeFor(tool: KnownTool, { line, outward, burrHole }: Plan): Float64Array {
  // The saw begins an eighth of the way round from the hole: in the middle of a side, not in a corner.
  const n = (nearest(line, burrHole.at) + Math.round(line.length / 8)) % line.length;
  const along = minus(line[(n + 1) % line.length], line[n]);
  const x = unit(minus(along, scaled(outward, dot(along, outward))));
  const height = CLEAR + (tool === 'burr' ? burrHole.diameter / 2 : 0);
  const place = sum(tool === 'burr' ? burrHole.at : line[n], scaled(outward, height));
  return Float64Array.from([...x, 0, ...outward, 0, ...cross(x, outward), 0, ...place, 1]);
}

/** Above the flap, from its side of the head and a little from in front: along the bone's z and −y. */
export function viewOf({ outward }: Plan): Direction {
  const [x, y, z] = outward;
  const aside = Math.hypot(x, y);
  const [a, b] = aside > 0.1 ? [x / aside, y / aside] : [0, 0];
  const eye = unit([x + 0.9 * a, y + 0.9 * b - 0.5, z]);
  return { direction: scaled(eye, -1), up: [0, 0, 1] };
}

function nearest(line: readonly Point[], at: Point): number {
  const away = line.map((point) => length(minus(point, at)));
  return away.indexOf(Math.min(...away));
}
