// An Object3D, or two → the rigid pose from the one's frame to the other's.

import { type Matrix4, type Object3D, Vector3 } from 'three';
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
  const world = worldMatrix(object);
  const matrix = bone === undefined ? world : matrixIn(worldMatrix(bone), world, named(bone, 'bone'));
  const pose = emptyPose();
  const name = `The matrix of ${named(object, 'object')}${bone === undefined ? '' : ` in ${named(bone, 'bone')}`}`;
  if (!isPose(matrix.elements, pose)) refuseShape(matrix, name);
  return checkPose(matrix.elements, pose, name).matrix;
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
function matrixIn(B: Matrix4, M: Matrix4, name: string): Matrix4 {
  const [x, y, z, origin] = columnsOf(B);
  const rows = [y.clone().cross(z), z.clone().cross(x), x.clone().cross(y)];
  const determinant = x.dot(rows[0]);
  const last = [3, 7, 11, 15].map((k) => B.elements[k]).join(' ');
  if (determinant === 0 || last !== '0 0 0 1')
    throw new PoseError(
      'NOT_RIGID',
      `The world matrix of ${name} has determinant ${determinant} and last row ${last}, expected an invertible frame; give no axis the scale 0.`,
    );
  const matrix = M.clone();
  columnsOf(M).forEach((column, k) => {
    if (k === 3) column.sub(origin);
    rows.forEach((row, axis) => {
      matrix.elements[4 * k + axis] = row.dot(column) / determinant;
    });
  });
  return matrix;
}

/** The axes and the origin of a frame. */
function columnsOf(matrix: Matrix4): Vector3[] {
  return [0, 1, 2, 3].map((k) => new Vector3().setFromMatrixColumn(matrix, k));
}

function named(object: Object3D, role: string): string {
  return object.name === '' ? role : `${role} "${object.name}"`;
}

/** @throws PoseError NOT_RIGID if the matrix scales, mirrors or shears; other faults are left to checkPose. */
function refuseShape(matrix: Matrix4, name: string): void {
  const [x, y, z] = columnsOf(matrix);
  const scales = [x, y, z].map((axis) => axis.length());
  if (!matrix.elements.every(Number.isFinite) || scales.includes(0)) return;
  if (scales.some((scale) => Math.abs(scale * scale - 1) > RIGID_LIMIT))
    throw new PoseError(
      'NOT_RIGID',
      `${name} scales by ${scales.map((scale) => Number(scale.toPrecision(7))).join(' × ')} along x × y × z, expected 1 × 1 × 1; apply it to the geometry (geometry.scale), and set the object's and its parents' to 1.`,
    );
  const shear = Math.max(...[x.dot(y), y.dot(z), z.dot(x)].map(Math.abs));
  if (shear > RIGID_LIMIT)
    throw new PoseError(
      'NOT_RIGID',
      `${name} shears: two axes have the cosine ${shear.toPrecision(4)}, expected at most ${RIGID_LIMIT}; apply its parents' uneven scale to the geometry.`,
    );
}
