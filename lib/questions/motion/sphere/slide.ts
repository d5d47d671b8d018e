// A surface and a sphere that is to move on a line → where it goes if it slides along what is in its way.

import type { BoneIndex } from '#bodies';
import type { TriangleMesh } from '#mesh';
import { type SphereSweep, SWEEP_NUMBERS, takeSweep } from './check-sweeps.ts';
import { type Slide, Slider } from './slider.ts';
import { sweptSurface } from './swept-surface.ts';

/**
 * Moves a sphere from → to, and lets it slide along what it meets: to the last place before the first contact, from
 * there along what the contact's plane leaves of the displacement, at two planes along their crease, at three nowhere.
 *
 * The whole path is free, proved: no leg's exact sweep finds the surface within the radius of the centre, ends
 * included. So the end is a start for the next slide. The distance kept from what is met is rounding's: 1024·u·M or
 * less (u = 2^-53, M the largest coordinate or radius; 2e-11 mm at 200 mm), except where the sphere only grazes, or has
 * a radius below 2^-16·M and ends in the hollow of a corner: there no bound is proved. No leg leads back: its product
 * with to − from is ≥ 0, exactly. Where a leg bends is computed in f64. Both sides of a face count.
 * @param surface a bone's index, or a mesh in the frame of the sweep; the first sweep or slide keeps a copy.
 * @param sweep xyz of the centre now, and where it is to go, mm, and the radius, mm; a radius of 0 is a point.
 * @throws OptionError MISSING_MESH, WRONG_TYPE, UNKNOWN_OPTION, BAD_LENGTH, NON_FINITE_COORDINATE, COORDINATE_RANGE,
 * BAD_RADIUS; MeshError as createMesh.
 */
export function slide(surface: TriangleMesh | BoneIndex, sweep: SphereSweep): Slide {
  const swept = sweptSurface(surface);
  const numbers = new Float64Array(SWEEP_NUMBERS);
  takeSweep(sweep, 'slide', numbers);
  return new Slider(swept, numbers).slide();
}
