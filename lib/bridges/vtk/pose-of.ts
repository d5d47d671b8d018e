// A prop of vtk.js, or a matrix → a pose.

import type { vtkProp3D } from '@kitware/vtk.js/Rendering/Core/Prop3D.js';
import { checkPose, PoseError } from '#core';
import { isA } from './mesh-from-poly-data.ts';

/** What a prop's matrix is made of. */
interface Placement {
  readonly origin: readonly number[];
  readonly position: readonly number[];
  readonly scale: readonly number[];
  /** Column-major. */
  readonly rotation: ArrayLike<number>;
  readonly userMatrix: ArrayLike<number> | null;
}

/**
 * Where a prop (an actor, a volume) places its data, or a matrix does: 16 numbers, column-major, its data's frame →
 * world. Computed from the prop's origin, position, rotation and user matrix as they are now: vtk.js keeps its own
 * matrix (row-major) when the user matrix is changed in place.
 * @param from the prop; or 16 numbers, column-major, as getUserMatrix() has them. A prop's getMatrix() is row-major:
 * pass the prop instead.
 * @throws PoseError NOT_RIGID (scale, shear, a mirror), BAD_LENGTH, NON_FINITE_POSE, COORDINATE_RANGE.
 */
export function poseOf(from: vtkProp3D | ArrayLike<number>): Float64Array {
  if (!isA(from, 'vtkProp3D')) return checkPose(from as ArrayLike<number>).matrix;
  const prop = from as vtkProp3D;
  const { origin, position, scale, rotation, userMatrix } = prop.get(
    ...['origin', 'position', 'scale', 'rotation', 'userMatrix'],
  ) as Placement;
  if (scale.some((factor) => factor !== 1))
    throw new PoseError(
      'NOT_RIGID',
      `The prop's scale is ${scale.join(', ')}, expected 1, 1, 1: a pose moves a tool and does not resize it; scale the mesh.`,
    );
  const own = userMatrix === null ? identity() : Float64Array.from(userMatrix);
  translate(own, origin);
  translate(own, position);
  const placed = product(own, rotation);
  translate(
    placed,
    origin.map((x) => -x),
  );
  return checkPose(placed, undefined, "The prop's matrix").matrix;
}

/**
 * Where something is to another: a⁻¹ · b.
 * @param a b rigid, column-major, both to the world.
 */
export function relativePose(a: ArrayLike<number>, b: ArrayLike<number>): Float64Array {
  const inverse = identity();
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) inverse[4 * column + row] = a[4 * row + column];
    inverse[12 + row] = -(a[4 * row] * a[12] + a[4 * row + 1] * a[13] + a[4 * row + 2] * a[14]);
  }
  return product(inverse, b);
}

function identity(): Float64Array {
  return Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
}

/** m becomes m · translation by v. */
function translate(m: Float64Array, v: readonly number[]): void {
  for (let k = 0; k < 4; k++) m[12 + k] = m[k] * v[0] + m[4 + k] * v[1] + m[8 + k] * v[2] + m[12 + k];
}

/** a · b, column-major. */
function product(a: ArrayLike<number>, b: ArrayLike<number>): Float64Array {
  const m = new Float64Array(16);
  for (let column = 0; column < 4; column++)
    for (let k = 0; k < 4; k++) {
      const [x, y, z, w] = [0, 1, 2, 3].map((i) => b[4 * column + i]);
      m[4 * column + k] = x * a[k] + y * a[4 + k] + z * a[8 + k] + w * a[12 + k];
    }
  return m;
}
