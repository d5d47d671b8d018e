// A mesh, an index or an edit as given → a usable one, or the sentence that says why not.

import { described, LARGEST_COORDINATE, OptionError, SMALLEST_COORDINATE } from '#core';
import { checkCoordinates, checkedMesh, conversionOf, type TriangleMesh } from '#mesh';
import { BoneIndex, checkIndexIsOf } from './bone-index.ts';

/** @throws OptionError MISSING_MESH; MeshError as createMesh, and COORDINATE_RANGE. */
export function checkMesh(mesh: TriangleMesh | undefined, role: string): asserts mesh is TriangleMesh {
  checkHasArrays(mesh, role);
  checkedMesh(mesh, role);
  checkCoordinates(mesh.positions, mesh.name, 0);
}

/** @throws OptionError MISSING_MESH. */
export function checkHasArrays(mesh: TriangleMesh | undefined, role: string): asserts mesh is TriangleMesh {
  const lacking = (['positions', 'faces'] as const).find((name) => mesh?.[name] === undefined);
  if (lacking === undefined) return;
  const found = typeof mesh === 'object' && mesh !== null ? `${described(mesh)} without ${lacking}` : described(mesh);
  const next = conversionOf(mesh) ?? 'make one with createMesh or loadMesh';
  throw new OptionError('MISSING_MESH', `Option ${role} is ${found}, expected a TriangleMesh; ${next}.`);
}

/** @throws OptionError BAD_RESOLUTION. */
export function checkResolution(resolution: unknown): void {
  if (typeof resolution === 'number' && resolution >= SMALLEST_COORDINATE && resolution <= LARGEST_COORDINATE) return;
  throw new OptionError(
    'BAD_RESOLUTION',
    `resolution is ${described(resolution)}, expected a number from ${SMALLEST_COORDINATE.toExponential(1)} to ` +
      `${LARGEST_COORDINATE.toExponential(1)} mm; 0.5 suits a saw on a skull.`,
  );
}

/**
 * @throws OptionError MISSING_MESH, BAD_INDEX; MeshError as createMesh, and COORDINATE_RANGE; FormatError STALE_INDEX.
 */
export function checkBone(bone: TriangleMesh, index: BoneIndex | undefined): void {
  checkMesh(bone, 'bone');
  if (index === undefined) return;
  checkIndex(index);
  checkIndexIsOf(index, bone);
}

/** @throws OptionError BAD_INDEX. */
export function checkIndex(index: BoneIndex): void {
  if (!(index instanceof BoneIndex))
    throw new OptionError(
      'BAD_INDEX',
      `index is ${described(index)}, expected a BoneIndex; make one with buildIndex or loadIndex.`,
    );
}
