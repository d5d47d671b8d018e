// A surface and an ellipsoid whose centre moves on a line → when and where it first touches.

import type { BoneIndex } from '#bodies';
import type { TriangleMesh } from '#mesh';
import { checkedEllipsoid, type EllipsoidSweep } from './check-ellipsoid.ts';
import { SWEEP_NUMBERS } from './check-sweeps.ts';
import type { SphereImpact } from './sphere-sweeper.ts';
import { StretchedSpace } from './stretched-space.ts';
import { type SweptSurface, sweptSurface, sweptSurfaceOf } from './swept-surface.ts';

/** The last stretched copy of each surface, and the stretch: most callers sweep one ellipsoid many times. */
const stretchedLast = new WeakMap<SweptSurface, { rows: Float64Array; swept: SweptSurface }>();

/**
 * When an ellipsoid whose centre moves from → to, without turning, first touches a surface. As sweepSphere, in the
 * space in which the ellipsoid is a sphere: the surface and the path are stretched along the axes, by the largest
 * radius over each radius, and rounded there once. For these rounded points the answer is exact: no contact missed,
 * none invented, no time late.
 *
 * Rounding moves a corner, or an end of the path, at x by less than 11u·|x| (u = 2^-53, |x| its distance from the
 * origin), along each axis by less than 6u·|x|; not at all if `axes` is left out and the ratios of the radii are powers
 * of two. With equal radii the answer is sweepSphere's, byte for byte, whatever the axes.
 *
 * The first sweep with other radii or axes than the last one on this surface copies the surface and builds its tree.
 * @param surface a bone's index, or a mesh in the frame of the sweep; the first sweep keeps a copy.
 * @returns null if they touch at no time in the closed [0, 1]. Else time, point and unit normal as sweepSphere, in the
 * surface's frame, mm: `normal` is the ellipsoid's own at the point, toward the centre. Of several faces in contact,
 * `face` is the one that sweepSphere names in the stretched space.
 * @throws OptionError MISSING_MESH, WRONG_TYPE, UNKNOWN_OPTION, BAD_LENGTH, NON_FINITE_COORDINATE, COORDINATE_RANGE;
 * BAD_RADIUS: a radius is not above 0, or the ratio of two stretches something beyond the range of coordinates;
 * BAD_AXES: the axes are no unit vectors at right angles, within 1e-5; MeshError as createMesh.
 */
export function sweepEllipsoid(surface: TriangleMesh | BoneIndex, sweep: EllipsoidSweep): SphereImpact | null {
  const swept = sweptSurface(surface);
  const checked = checkedEllipsoid(sweep);
  const { points, radii } = checked;
  const numbers = new Float64Array(SWEEP_NUMBERS);
  if (radii.every((radius) => radius === radii[0])) {
    numbers.set([...points, radii[0]]);
    return swept.sweeper.sweep(numbers, 0);
  }
  const space = new StretchedSpace(checked);
  numbers.set([...space.stretched(points, 'the path'), space.radius]);
  const impact = stretchedSurface(swept, space).sweeper.sweep(numbers, 0);
  if (impact === null) return null;
  const { time, face, point, normal } = impact;
  return { time, point: space.pointBack(point), face, normal: space.normalBack(normal) };
}

function stretchedSurface(swept: SweptSurface, space: StretchedSpace): SweptSurface {
  const last = stretchedLast.get(swept);
  if (last?.rows.every((x, i) => Object.is(x, space.rows[i]))) return last.swept;
  const { positions, faces } = swept.searched;
  const made = sweptSurfaceOf(space.stretched(positions, 'the surface'), faces, null);
  stretchedLast.set(swept, { rows: space.rows, swept: made });
  return made;
}
