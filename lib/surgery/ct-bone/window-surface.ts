// A window of a volume → the surface of the bone in it, in the volume's index space.

import { loadIsosurface } from '#io';
import { keptFaces, weldVertices } from '#mesh';
import type { VolumeWindow } from './volume-window.ts';

/**
 * Runs marching cubes on the window's lattice (W. E. Lorensen, H. E. Cline, SIGGRAPH 1987), then moves each coordinate
 * to where its layer lies. Vertices between two layers at one place (an outermost layer and its air) land on that
 * place. Coinciding vertices become one, and faces that lose a corner by that are left out. The other two edges of such
 * a face were each other's neighbours, so a closed surface stays closed.
 * @param isMirrored whether the volume's frame is a mirror image. If so, faces are reversed, so that they face out of
 * the bone in that frame.
 * @param source the volume's name in errors. @throws FormatError TOO_LARGE.
 */
export async function windowSurface(
  { dimensions, values, layers }: VolumeWindow,
  isoValue: number,
  isMirrored: boolean,
  source: string,
): Promise<{ positions: Float64Array; faces: Uint32Array }> {
  const isosurface = await loadIsosurface();
  const sign = isMirrored ? -1 : 1;
  const indexToWorld = [sign, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
  const { positions, faces } = isosurface({ dimensions, values, indexToWorld }, isoValue, source);
  for (let at = 0; at < positions.length; at++) {
    const own = layers[at % 3];
    const place = at % 3 === 0 ? sign * positions[at] : positions[at];
    const layer = Math.min(Math.floor(place), own.length - 2);
    positions[at] = own[layer] + (place - layer) * (own[layer + 1] - own[layer]);
  }
  const welded = weldVertices(positions);
  for (let i = 0; i < faces.length; i++) faces[i] = welded[faces[i]];
  return keptFaces(positions, faces, (face) => {
    const [a, b, c] = faces.subarray(3 * face, 3 * face + 3);
    return a !== b && b !== c && c !== a;
  });
}

/**
 * How far the value is lowered, as a fraction of the way from isoValue down to the next lower sample. Along an edge
 * from a sample ≥ isoValue to a lower one, the crossing moves by at most this fraction of the edge: a thousandth of a
 * voxel's edge.
 */
const ASIDE = 2 ** -10;

/**
 * The value at which the surface is taken: isoValue, or a little less if some sample equals isoValue. Bone is then
 * still the samples ≥ isoValue, but no vertex lies on a sample, where the vertices of several edges would coincide and
 * pinch the surface.
 */
export function surfaceValue(values: ArrayLike<number>, isoValue: number): number {
  let below = Number.NEGATIVE_INFINITY;
  let isMet = false;
  for (let i = 0; i < values.length; i++) {
    if (values[i] === isoValue) isMet = true;
    else if (values[i] < isoValue && values[i] > below) below = values[i];
  }
  const aside = isoValue - ASIDE * (isoValue - below);
  return isMet && aside > below && aside < isoValue ? aside : isoValue;
}
