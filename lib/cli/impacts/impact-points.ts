// A step's impacts → points with point data, for impacts.vtp.

import type { PointPolyData } from '#io';
import { type FoundImpacts, recordImpact } from './impact-record.ts';

/**
 * The points at which they meet, on the surface at that time, mm. The point data are kind (0 a vertex and a face, 1 two
 * edges); a and b, the numbers of these; low and high, parts of the step; parameters, two per point.
 */
export function impactPoints(found: FoundImpacts): PointPolyData {
  const { length, kind, a, b, low, high, parameters } = found.table;
  const positions = new Float64Array(3 * length);
  for (let row = 0; row < length; row++) positions.set(recordImpact(found, row).point, 3 * row);
  const columns = { kind, a: Int32Array.from(a), b: Int32Array.from(b), low, high };
  return {
    positions,
    pointData: [
      ...Object.entries(columns).map(([name, values]) => ({ name, numberOfComponents: 1, values })),
      { name: 'parameters', numberOfComponents: 2, values: parameters },
    ],
    frame: found.start.mesh.frame,
  };
}
