// A surface and a sphere whose centre moves on a line → when and where it first touches.

import { BoneIndex, checkMesh } from '../../bodies/index.ts';
import { buildBvh } from '../../bvh/index.ts';
import {
  checkNumbers,
  checkOptionNames,
  described,
  identityFrame,
  LARGEST_COORDINATE,
  OptionError,
  type OptionNames,
} from '../../core/index.ts';
import type { TriangleMesh } from '../../mesh/index.ts';
import { type SphereImpact, SphereSweeper } from './sphere-sweeper.ts';

/** The centre at t = 0 and at t = 1, xyz, and the radius: mm. */
interface SphereSweep {
  readonly from: ArrayLike<number>;
  readonly to: ArrayLike<number>;
  readonly radius: number;
}

const SWEEP_NAMES: OptionNames<SphereSweep> = { from: true, to: true, radius: true };

/** The tree of a surface is built at its first sweep and kept with it. */
const sweepers = new WeakMap<object, SphereSweeper>();
const numbers = new Float64Array(7);

/**
 * When a sphere whose centre moves from → to first touches a surface: comes within its radius of a point of it. Both
 * sides of a face count, and so does a sphere that touches where it begins. A radius of 0 is a point.
 * @param surface a bone's index, or a mesh in the frame of the sweep, of which the first sweep keeps a copy.
 * @returns null where they touch at no time of the closed [0, 1]: none is missed, none invented. Else an interval of
 * time before which they are proved apart, at whose end they are proved to touch.
 * @throws OptionError MISSING_MESH, WRONG_TYPE, UNKNOWN_OPTION, BAD_LENGTH, NON_FINITE_COORDINATE, COORDINATE_RANGE,
 * BAD_RADIUS; MeshError as createMesh.
 */
export function sweepSphere(surface: TriangleMesh | BoneIndex, sweep: SphereSweep): SphereImpact | null {
  const sweeper = sweeperOf(surface);
  checkOptionNames(sweep, SWEEP_NAMES, 'sweepSphere', 'sweep');
  takePoint(sweep.from, 'from', 0);
  takePoint(sweep.to, 'to', 3);
  numbers[6] = checkedRadius(sweep.radius);
  return sweeper.sweep(numbers, 0);
}

function sweeperOf(surface: TriangleMesh | BoneIndex): SphereSweeper {
  const known = sweepers.get(surface);
  if (known !== undefined) return known;
  const isIndex = surface instanceof BoneIndex;
  if (!isIndex) checkMesh(surface, 'surface');
  const { positions, faces } = isIndex ? surface.parts : copied(surface);
  const bounds = boundsOf(positions);
  const sweeper = new SphereSweeper({
    positions,
    faces,
    retired: null,
    frame: identityFrame(),
    ownPositions: () => positions,
    bvh: isIndex ? surface.parts.bvh : buildBvh(positions, faces, faces.length / 3, bounds),
    magnitude: Math.max(...bounds.map(Math.abs)),
  });
  sweepers.set(surface, sweeper);
  return sweeper;
}

function copied({ positions, faces }: TriangleMesh): { positions: Float64Array; faces: Uint32Array } {
  return { positions: Float64Array.from(positions), faces: Uint32Array.from(faces) };
}

function boundsOf(positions: Float64Array): Float64Array {
  const bounds = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  for (let i = 0; i < positions.length; i++) {
    bounds[i % 3] = Math.min(bounds[i % 3], positions[i]);
    bounds[3 + (i % 3)] = Math.max(bounds[3 + (i % 3)], positions[i]);
  }
  return bounds;
}

function takePoint(point: ArrayLike<number>, name: string, at: number): void {
  checkNumbers(point, `${name} of the sweep`, 'pass x, y, z, mm');
  if (point.length !== 3)
    throw new OptionError(
      'BAD_LENGTH',
      `${name} of the sweep has ${point.length} numbers, expected 3; pass x, y, z, mm.`,
    );
  for (let k = 0; k < 3; k++) {
    numbers[at + k] = point[k];
    if (!Number.isFinite(point[k]))
      throw new OptionError(
        'NON_FINITE_COORDINATE',
        `${'xyz'[k]} of ${name} of the sweep is ${described(point[k])}, expected a finite number; check where it comes from.`,
      );
    if (Math.abs(point[k]) > LARGEST_COORDINATE)
      throw new OptionError(
        'COORDINATE_RANGE',
        `${'xyz'[k]} of ${name} of the sweep is ${point[k]}, beyond ${LARGEST_COORDINATE.toExponential(2)} mm; use millimetres.`,
      );
  }
}

function checkedRadius(radius: number): number {
  if (typeof radius === 'number' && radius >= 0 && radius <= LARGEST_COORDINATE) return radius;
  throw new OptionError(
    'BAD_RADIUS',
    `radius of the sweep is ${described(radius)}, expected 0 (a point) to ${LARGEST_COORDINATE.toExponential(2)} mm; pass the sphere's radius.`,
  );
}
