// Two radii and an opening → a thick bowl cut from a spherical shell, and a point → its distance to the bowl.
//
// The body is all points whose distance from the origin is between the radii and whose direction is within capAngle of
// −z. At the default capAngle of π/2 it is a hemispherical bowl that opens to +z with a flat rim. At other angles the
// rim is a piece of a cone through the origin.

import { checkOptionNames, type OptionNames } from '#core';
import type { TriangleMesh } from '#mesh';
import { checkFits, checkNumber, checkPositive, checkQuestion, checkWhole } from './check-option.ts';
import { lathe } from './lathe.ts';
import { sineCosine } from './sine-cosine.ts';

export interface CappedShellOptions {
  /** mm. */
  readonly outerRadius: number;
  /** mm, below outerRadius. */
  readonly innerRadius: number;
  /** rad, above 0 and at most 3. Default π/2. */
  readonly capAngle?: number;
  /** Vertices that a great circle of the outer sphere would have, from 8 to 4096. */
  readonly segments: number;
}

const CAPPED_SHELL_OPTIONS: OptionNames<CappedShellOptions> = {
  outerRadius: true,
  innerRadius: true,
  capAngle: true,
  segments: true,
};

/**
 * The bowl as a closed surface, whose vertices lie on the spheres and the rim.
 * @throws OptionError BAD_RADIUS, BAD_ANGLE, BAD_SEGMENTS, WRONG_TYPE, UNKNOWN_OPTION.
 */
export function cappedShell(options: CappedShellOptions): TriangleMesh {
  checkOptionNames(options, CAPPED_SHELL_OPTIONS, 'cappedShell');
  const { outerRadius, innerRadius, capAngle = Math.PI / 2, segments } = options;
  checkPositive('BAD_RADIUS', 'Capped shell: outerRadius', outerRadius);
  checkPositive('BAD_RADIUS', 'Capped shell: innerRadius', innerRadius);
  checkPositive('BAD_RADIUS', 'Capped shell: outerRadius less innerRadius', outerRadius - innerRadius);
  checkWhole('BAD_SEGMENTS', 'Capped shell: segments', segments, 8, 4096);
  checkNumber('Capped shell: capAngle', capAngle);
  checkFits(
    'BAD_ANGLE',
    'Capped shell: capAngle',
    capAngle,
    capAngle > 0 && capAngle <= 3,
    'above 0 and at most 3 rad',
  );
  const edge = (2 * Math.PI * outerRadius) / segments;
  const profile: [number, number][] = [];
  for (let i = 0, n = steps(outerRadius * capAngle, edge); i <= n; i++)
    profile.push(onMeridian(outerRadius, (capAngle * i) / n));
  for (let i = 1, n = steps(outerRadius - innerRadius, edge); i < n; i++)
    profile.push(onMeridian(outerRadius + ((innerRadius - outerRadius) * i) / n, capAngle));
  for (let n = steps(innerRadius * capAngle, edge), i = n; i >= 0; i--)
    profile.push(onMeridian(innerRadius, (capAngle * i) / n));
  return lathe(profile, edge, 'capped-shell');
}

/** Signed distance, mm, from a point to the bowl that `cappedShell` approximates: exact, so 1-Lipschitz. */
export function cappedShellDistance(
  options: Omit<CappedShellOptions, 'segments'>,
  x: number,
  y: number,
  z: number,
): number {
  checkQuestion(options, x, y, z);
  const { outerRadius, innerRadius, capAngle = Math.PI / 2 } = options;
  checkNumber('Capped shell: outerRadius', outerRadius);
  checkNumber('Capped shell: innerRadius', innerRadius);
  checkNumber('Capped shell: capAngle', capAngle);
  const rho = Math.sqrt(x * x + y * y);
  const [s, c] = sineCosine(capAngle);
  // In the half-plane of the point, the rim is the segment from innerRadius to outerRadius along (s, −c).
  const along = rho * s - z * c;
  const clamped = Math.min(outerRadius, Math.max(innerRadius, along));
  const fromRim = Math.sqrt((rho - clamped * s) * (rho - clamped * s) + (z + clamped * c) * (z + clamped * c));
  const radius = Math.sqrt(rho * rho + z * z);
  // The point is within capAngle of −z if −z ÷ radius, the cosine of its angle from −z, is at least c.
  if (-z < radius * c) return fromRim;
  const fromSpheres = Math.max(radius - outerRadius, innerRadius - radius);
  return fromSpheres > 0 ? fromSpheres : -Math.min(-fromSpheres, fromRim);
}

function steps(distance: number, edge: number): number {
  return Math.max(1, Math.round(distance / edge));
}

/** (radius, z) of the point on a circle about the origin at a polar angle from −z. */
function onMeridian(radius: number, angle: number): [number, number] {
  const [s, c] = sineCosine(angle);
  return [angle === 0 ? 0 : radius * s, -radius * c];
}
