// A cut that would not give solids → the error that says why: the surface meets itself where it is cut, or rounding is
// in the way.

import { MeshError } from '#core';
import { intersectionsOf } from '#detector';
import type { TriangleMesh } from '#mesh';

/**
 * @param isCut the faces of the surface that are cut. @param name of what cuts it. @param fault what the cut would do,
 * after that name.
 */
export function refusal(
  surface: TriangleMesh,
  isCut: (face: number) => boolean,
  name: string,
  fault: string,
): MeshError {
  const pairs = intersectionsOf(surface, isCut);
  const [a, b] = [pairs[0], pairs[1]].map((face) => placeOf(surface, face));
  const kind = name.split(' ')[0];
  return new MeshError(
    'CUT_MEETS_ITSELF',
    pairs.length > 0
      ? `The surface meets itself where ${name} cuts it, at ${pairs.length / 2} pairs of faces, such as those at (${a}) and (${b}); repair it there, or move the ${kind}.`
      : `${name[0].toUpperCase()}${name.slice(1)} ${fault} once its corners are rounded; move the ${kind} a little, by more than the coordinates' rounding.`,
  );
}

function placeOf({ positions, faces }: TriangleMesh, face: number | undefined): string {
  if (face === undefined) return '';
  const corner = 3 * faces[3 * face];
  return [0, 1, 2].map((k) => positions[corner + k].toPrecision(6)).join(', ');
}
