// A surface and a sphere whose centre moves on a line → when and where it first touches.

import type { BoneIndex } from '#bodies';
import type { TriangleMesh } from '#mesh';
import { type SphereSweep, SWEEP_NUMBERS, takeSweep } from './check-sweeps.ts';
import type { SphereImpact } from './sphere-sweeper.ts';
import { sweptSurface } from './swept-surface.ts';

const numbers = new Float64Array(SWEEP_NUMBERS);

/**
 * When a sphere whose centre moves from → to first touches a surface, by coming within its radius of a surface point.
 * Both sides of a face count, and so does a sphere that touches at its start. A radius of 0 is a point.
 * @param surface a bone's index, or a mesh in the frame of the sweep; the first sweep keeps a copy.
 * @returns null if they touch at no time in the closed [0, 1]: none is missed, none invented. Else an interval of time
 * before which they are proved apart and at whose end they are proved to touch; or within which they touch, if only at
 * an instant that no f64 holds, like a point passing through a face.
 * @throws OptionError MISSING_MESH, WRONG_TYPE, UNKNOWN_OPTION, BAD_LENGTH, NON_FINITE_COORDINATE, COORDINATE_RANGE,
 * BAD_RADIUS; MeshError as createMesh.
 */
export function sweepSphere(surface: TriangleMesh | BoneIndex, sweep: SphereSweep): SphereImpact | null {
  const { sweeper } = sweptSurface(surface);
  takeSweep(sweep, 'sweepSphere', numbers);
  return sweeper.sweep(numbers, 0);
}
