// Faults in the rounding bounds that the distance and subdivision stages rely on.

import { inFile } from './in-file.mjs';

export const bounds = inFile('lib/base/core/bounds.ts', [
  {
    says: 'the bound of a plane side is half as large, less than the 48·u·m³ of its derivation',
    find: 'return 64 * UNIT_ROUNDOFF * m * m * m;',
    replace: 'return 32 * UNIT_ROUNDOFF * m * m * m;',
  },
  {
    says: 'the bound of a plane side grows with m² in place of m³',
    find: 'return 64 * UNIT_ROUNDOFF * m * m * m;',
    replace: 'return 64 * UNIT_ROUNDOFF * m * m;',
  },
  {
    says: 'the slack of a length is zero',
    find: 'return 64 * UNIT_ROUNDOFF * magnitude;',
    replace: 'return 0 * magnitude;',
  },
  {
    says: 'the slack of a length is less than the 50·u·M of its derivation',
    find: 'return 64 * UNIT_ROUNDOFF * magnitude;',
    replace: 'return 32 * UNIT_ROUNDOFF * magnitude;',
  },
  {
    says: 'the edges of sub-triangles are taken not to be rounded',
    find: 'return 12 * UNIT_ROUNDOFF * magnitude;',
    replace: 'return 0 * magnitude;',
  },
  {
    says: 'a distance is taken to be known by its bounds, whatever their own rounding',
    find: 'upper - lower + 22 * UNIT_ROUNDOFF * extent <= distanceError',
    replace: 'upper - lower + 0 * UNIT_ROUNDOFF * extent <= distanceError',
  },
  {
    says: 'a distance is taken to be known whose bounds are wider apart than what is allowed',
    find: 'return 50 * UNIT_ROUNDOFF * magnitude;',
    replace: 'return 5000 * UNIT_ROUNDOFF * magnitude;',
  },
  {
    says: 'bounds are looked at only where they are far apart',
    find: 'return 2 * UNIT_ROUNDOFF * magnitude;',
    replace: 'return 2000 * UNIT_ROUNDOFF * magnitude;',
  },
  {
    says: 'no triangle counts as a sliver',
    find: 'return normalSquared <= 64 * UNIT_ROUNDOFF * longestSquared * longestSquared;',
    replace: 'return normalSquared < 0 * longestSquared;',
  },
  {
    says: 'every triangle but the slivers counts as one',
    find: 'return normalSquared <= 64',
    replace: 'return normalSquared >= 64',
  },
  {
    says: 'a distance in the tool’s frame is taken to shrink by E in place of 3E',
    find: 'return 1 - 3 * (orthonormalityError',
    replace: 'return 1 - 1 * (orthonormalityError',
  },
  {
    says: 'a distance in the tool’s frame is stretched, not shrunk',
    find: 'return 1 - 3 * (orthonormalityError',
    replace: 'return 1 + 3 * (orthonormalityError',
  },
  {
    says: 'the slack of a point taken to the tool’s frame is zero',
    find: 'return 256 * UNIT_ROUNDOFF * magnitude +',
    replace: 'return 0 * magnitude +',
  },
  {
    says: 'a direction is trusted at a distance of the order of rounding',
    find: 'return Math.abs(distance) > 1024 * slack;',
    replace: 'return Math.abs(distance) > 4 * slack;',
  },
  {
    says: 'a direction between penetrating points is never trusted',
    find: 'return Math.abs(distance) > 1024 * slack;',
    replace: 'return distance > 1024 * slack;',
  },
  {
    says: 'a box is reached when a sphere touches it, not before',
    find: 'return radius + 4 * slack;',
    replace: 'return radius;',
  },
  {
    says: 'the interval of a sweep is taken to end at the contact',
    find: 'return radius - 32 * slack;',
    replace: 'return radius;',
  },
  {
    says: 'a crossing near to parallel counts as known, a clear one as unknown',
    find: 'return edge * extent <= 64 * Math.abs(sideDifference);',
    replace: 'return edge * extent > 64 * Math.abs(sideDifference);',
  },
  {
    says: 'a crossing counts as known a million times nearer to parallel',
    find: 'return edge * extent <= 64 * Math.abs(sideDifference);',
    replace: 'return edge * extent <= 2 ** 26 * Math.abs(sideDifference);',
  },
]);

export const alignedAxes = inFile('lib/base/core/aligned-axes.ts', [
  {
    says: 'two of the axes are not perpendicular',
    find: 'out[5] = -sign * x;',
    replace: 'out[5] = sign * x;',
  },
]);
