// An Object3D, or two → the rigid pose from the one's frame to the other's.

import type { Matrix4, Object3D } from 'three';
import { checkPose, emptyPose, isPose, PoseError, RIGID_LIMIT, refuse } from '#core';

/**
 * The pose of a tool's object in its bone's: 16 numbers, column-major, tool frame → bone frame; or in the scene's, if
 * no bone is given. The world matrices of both and of their parents are computed anew, as three does, in f64. The
 * result is never re-orthonormalised.
 *
 * kerf measures in the frame of the bone's own coordinates. With `bone`, parents that both objects share may therefore
 * scale or mirror them, as where a scene in metres holds anatomy in mm; their own scale must be applied to their
 * geometries.
 * @throws PoseError NOT_RIGID with the scale, the mirror or the shear; NON_FINITE_POSE, COORDINATE_RANGE, WRONG_TYPE.
 */
export function poseOf(object: Object3D, bone?: Object3D): Float64Array {
  checkObject(object, 'object');
  if (bone !== undefined) checkObject(bone, 'bone');
  const world = worldMatrix(object).elements;
  const matrix = bone === undefined ? world : matrixIn(worldMatrix(bone).elements, world, named(bone, 'bone'));
  const pose = emptyPose();
  const name = `The matrix of ${named(object, 'object')}${bone === undefined ? '' : ` in ${named(bone, 'bone')}`}`;
  if (!isPose(matrix, pose)) refuseShape(matrix, name);
  return checkPose(matrix, pose, name).matrix;
}

function checkObject(object: Object3D, role: string): void {
  if (typeof object?.updateMatrix !== 'function' || typeof object.matrixWorld?.elements !== 'object')
    refuse(object, role, 'an Object3D', 'pass the Mesh or Group that carries the body', PoseError);
}

/**
 * Updates and returns object.matrixWorld. In three 0.187 Object3D.updateWorldMatrix skips an object whose matrix is
 * written by hand (matrixAutoUpdate off), unless matrixWorldNeedsUpdate is set, and would give an old pose.
 */
function worldMatrix(object: Object3D): Matrix4 {
  if (object.matrixAutoUpdate) object.updateMatrix();
  if (!object.matrixWorldAutoUpdate) return object.matrixWorld;
  if (object.parent === null) object.matrixWorld.copy(object.matrix);
  else object.matrixWorld.multiplyMatrices(worldMatrix(object.parent), object.matrix);
  object.matrixWorldNeedsUpdate = true;
  return object.matrixWorld;
}

/**
 * B⁻¹·M for affine B. The translations are subtracted first, so that two bodies far from the scene's origin lose
 * nothing, and the last row is M's own, where Matrix4.invert would round 1 to its neighbour.
 * @throws PoseError NOT_RIGID if B cannot be inverted.
 */
function matrixIn(B: readonly number[], M: readonly number[], name: string): number[] {
  const [x, y, z] = [0, 4, 8].map((k) => B.slice(k, k + 3));
  const rows = [cross(y, z), cross(z, x), cross(x, y)];
  const determinant = dot(x, rows[0]);
  if (determinant === 0 || B[3] !== 0 || B[7] !== 0 || B[11] !== 0 || B[15] !== 1)
    throw new PoseError(
      'NOT_RIGID',
      `The world matrix of ${name} has the determinant ${determinant} and the last row ${B[3]} ${B[7]} ${B[11]} ${B[15]}, expected a frame that can be inverted; give no axis the scale 0, and use no projection.`,
    );
  const matrix = [...M];
  for (let column = 0; column < 16; column += 4) {
    const v = [0, 1, 2].map((k) => M[column + k] - (column === 12 ? B[12 + k] : 0));
    for (let k = 0; k < 3; k++) matrix[column + k] = dot(rows[k], v) / determinant;
  }
  return matrix;
}

function named(object: Object3D, role: string): string {
  return object.name === '' ? role : `${role} "${object.name}"`;
}

/** @throws PoseError NOT_RIGID if the matrix scales, mirrors or shears; other faults are left to checkPose. */
function refuseShape(m: readonly number[], name: string): void {
  const columns = [0, 4, 8].map((k) => m.slice(k, k + 3));
  const scales = columns.map((column) => Math.hypot(...column));
  if (!m.every(Number.isFinite) || scales.some((scale) => scale === 0)) return;
  if (scales.some((scale) => Math.abs(scale * scale - 1) > RIGID_LIMIT))
    throw new PoseError(
      'NOT_RIGID',
      `${name} scales by ${scales.map((scale) => Number(scale.toPrecision(7))).join(' × ')} along x × y × z, expected 1 × 1 × 1; apply the scale to the geometry (geometry.scale), and set the object's and its parents' to 1.`,
    );
  const [a, b, c] = columns;
  const shear = Math.max(...[dot(a, b), dot(b, c), dot(c, a)].map(Math.abs));
  if (shear > RIGID_LIMIT)
    throw new PoseError(
      'NOT_RIGID',
      `${name} shears: two of its axes have the cosine ${shear.toPrecision(4)}, expected at most ${RIGID_LIMIT}; a parent scales unevenly, so apply that scale to the geometry.`,
    );
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function cross(a: readonly number[], b: readonly number[]): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
