// Zones → the side of the surface that each is on.
//
// A zone free of surface is tested once, at a point in its middle, by the exact winding number. That point is rounded,
// as a user's is, and may have left the zone: the table itself shows this. Then the zone stays unknown.

import type { SolidTest } from '#records';
import type { ZoneTable } from './zone-table.ts';

const INSIDE = 1;
const UNKNOWN = 0;
const OUTSIDE = -1;

/**
 * The side of each zone: 1 inside, −1 outside, 0 unknown.
 * @throws KerfError UNDECIDED_SIGN as the winding number.
 */
export function zoneSides(zones: ZoneTable, solid: SolidTest): Int8Array {
  const { centre } = zones;
  const sides = new Int8Array(zones.zoneCount).fill(UNKNOWN);
  const point = new Float64Array(3);
  const sideOf = (x: number, y: number, z: number) => (solid.isInside(x, y, z) ? INSIDE : OUTSIDE);
  // The first zones all contain the centre. If it is on the surface it lies in none: each begins with an end at 0.
  const atCentre = sideOf(centre[0], centre[1], centre[2]);
  for (let texel = 0; texel < zones.texelCount; texel++) {
    const first = zones.firstZone(texel);
    const last = zones.firstZone(texel + 1) - 1;
    sides[first] = atCentre;
    if (last > first + 2) {
      const distances = zones.distances(texel);
      for (let zone = first + 2; zone < last; zone += 2) {
        const [x, y, z] = onRay(zones, texel, (distances[zone - first - 1] + distances[zone - first]) / 2);
        point[0] = x;
        point[1] = y;
        point[2] = z;
        if (zones.zoneOf(point) === zone) sides[zone] = sideOf(x, y, z);
      }
    }
    // The last zone is unbounded, beyond all surface.
    sides[last] = OUTSIDE;
  }
  return sides;
}

/** The point on the ray through a texel's middle at a distance from the centre, mm. */
function onRay({ size, centre }: ZoneTable, texel: number, distance: number): number[] {
  const cubeSide = Math.floor(texel / size / size);
  const axis = cubeSide >> 1;
  const u = (2 * (texel % size) + 1) / size - 1;
  const v = (2 * (Math.floor(texel / size) % size) + 1) / size - 1;
  const along = distance / Math.sqrt(1 + u * u + v * v);
  const point = Array.from(centre);
  point[axis] += cubeSide % 2 === 0 ? along : -along;
  point[(axis + 1) % 3] += along * u;
  point[(axis + 2) % 3] += along * v;
  return point;
}
