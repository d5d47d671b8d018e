// A piece inside the other solid → whether it may be a leaf although its edges are longer than h: whether they are at
// most H and at most the depth of its shallowest point.
//
//        ─────────────────── the other surface
//            d │    ╱         No point is shallower than d − r, where d is a corner's depth and r the greatest distance
//              a───b          of a point from its nearest corner; or d the depth of the centre and r the farthest
//               ╲c╱           corner's distance from it. Corners are measured in any case, also if the piece is split.
//                             Edges, depths and r are rounded by less than the slack of lengths.

import { greatestCornerDistance, longestEdgeSquared } from '../../../../geometry/triangles/corner-distance';
import { distanceOf, measurePoint, slotOf } from '../proximity/point-table';
import { indexOf, MEMORY } from '../records/floats';
import { interior, slack } from '../records/question';
import { cornersAt, point, writeCorners } from './sub-triangle';

const centre: usize = memory.data(24, 16);

/** Asks about the present piece of a depth. Quads are no leaves. */
export function isDeep(depth: i32): bool {
  if (interior === 0 || cornersAt(depth) !== 3) return false;
  writeCorners(depth);
  const p = indexOf(point);
  const longest = sqrt(longestEdgeSquared(MEMORY, p, p + 3, p + 6)) + slack;
  if (longest > interior) return false;
  const least = min(depthOf(point), min(depthOf(point + 24), depthOf(point + 48))) - slack;
  if (least < longest) return false;
  return least - greatestCornerDistance(MEMORY, p, p + 3, p + 6) >= longest || isCentreDeep(longest);
}

function isCentreDeep(longest: f64): bool {
  for (let k: usize = 0; k < 24; k += 8)
    store<f64>(centre + k, (load<f64>(point + k) + load<f64>(point + k, 24) + load<f64>(point + k, 48)) / 3);
  const farthest = max(fromCentre(point), max(fromCentre(point + 24), fromCentre(point + 48)));
  return depthOf(centre) - farthest - slack >= longest;
}

function depthOf(p: usize): f64 {
  const slot = slotOf(p);
  measurePoint(slot);
  return distanceOf(slot);
}

function fromCentre(corner: usize): f64 {
  const x = load<f64>(corner) - load<f64>(centre);
  const y = load<f64>(corner, 8) - load<f64>(centre, 8);
  const z = load<f64>(corner, 16) - load<f64>(centre, 16);
  return sqrt(x * x + y * y + z * z);
}
