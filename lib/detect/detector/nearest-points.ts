// Nothing → a NearestPoints that a query can fill.

import type { NearestPointsTarget } from './detector.ts';

export function nearestPoints(): NearestPointsTarget {
  return {
    distance: 0,
    bonePoint: new Float64Array(3),
    toolPoint: new Float64Array(3),
    boneFace: -1,
    toolFace: -1,
  };
}
