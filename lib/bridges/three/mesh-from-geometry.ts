// A BufferGeometry → TriangleMesh, with its seams welded, and what that changed.

import type { BufferGeometry } from 'three';
import { checkOptionNames, checkRecord, checkText, MeshError, type OptionNames } from '#core';
import { createMesh, farthestWeld, mergeCorners, type TriangleMesh, weldNear } from '#mesh';
import { readPositions } from './read-positions.ts';
import { readTriangles } from './read-triangles.ts';

export interface GeometryReading {
  /** Default: the geometry's own name, if it has one. */
  readonly name?: string;
  /**
   * mm, ≥ 0: vertices this near each other become one. Default 0: only those with equal coordinates. The seams of
   * three's spheres, cylinders, capsules and tori are equal up to rounding: about 1e-7 of their size.
   */
  readonly weld?: number;
}
const READING: OptionNames<GeometryReading> = { name: true, weld: true };

export interface GeometryMesh {
  /** In the geometry's own frame: `object.matrixWorld` is not applied; see poseOf. */
  readonly mesh: TriangleMesh;
  /** How many of the geometry's vertices became one with a lower-numbered one. */
  readonly welded: number;
  /** The farthest that any vertex went, mm: 0 unless `weld` was given. */
  readonly moved: number;
  /**
   * How many triangles were left out since two of their corners are one vertex, as at a pole, or where EditableGeometry
   * has removed a face. A triangle with three different corners is kept, even with no area.
   */
  readonly dropped: number;
  /** By face of `mesh`: the geometry's triangle, as `faceIndex` of a Raycaster's intersection numbers it; ascending. */
  readonly triangles: Uint32Array;
}

/**
 * Reads what the geometry draws: all triangles in its draw range, of every group. Coordinates are taken as mm.
 *
 * Plain Float32Arrays and Float64Arrays of positions are kept, not copied; so is a Uint32Array of indices, if nothing
 * was welded or dropped. Vertices keep their numbers: faces name the lowest-numbered of those that became one, and the
 * others are left unused.
 * @throws MeshError NO_POSITIONS, BAD_ITEM_SIZE, and as createMesh; INSTANCED, MORPHED or SKINNED if what is drawn are
 * not the stored triangles. @throws OptionError BAD_TOLERANCE, WRONG_TYPE, UNKNOWN_OPTION.
 */
export function meshFromGeometry(geometry: BufferGeometry, options: GeometryReading = {}): GeometryMesh {
  checkRecord(geometry, 'geometry', 'a BufferGeometry', "pass an object's geometry", MeshError);
  checkOptionNames(options, READING, 'meshFromGeometry');
  checkText(options.name, 'options.name', 'pass a text, or leave it out');
  const name = options.name ?? (geometry.name || 'geometry');
  checkStill(geometry, name);
  const positions = readPositions(geometry, name);
  const { faces, first } = readTriangles(geometry, Math.floor(positions.length / 3), name);
  const mesh = createMesh(positions, faces, { name });
  const { weld = 0 } = options;
  const read = welded(mesh, weld);
  const { triangles } = read;
  if (first > 0) for (let face = 0; face < triangles.length; face++) triangles[face] += first;
  return read;
}

/** @throws MeshError if vertices are drawn elsewhere than where they are stored. */
function checkStill(geometry: BufferGeometry, name: string): void {
  const { morphAttributes, attributes } = geometry;
  if ((geometry as { readonly isInstancedBufferGeometry?: boolean }).isInstancedBufferGeometry === true)
    throw new MeshError(
      'INSTANCED',
      `Geometry "${name}" is instanced, expected triangles drawn once; read its base geometry.`,
    );
  const targets = morphAttributes?.position?.length ?? 0;
  if (targets > 0)
    throw new MeshError(
      'MORPHED',
      `Geometry "${name}" has ${targets} morph targets, expected none; bake them (computeMorphedAttributes).`,
    );
  if (attributes?.skinIndex !== undefined)
    throw new MeshError('SKINNED', `Geometry "${name}" is skinned, expected none; bake it (applyBoneTransform).`);
}

function welded(mesh: TriangleMesh, tolerance: number): GeometryMesh {
  const near = weldNear(mesh.positions, tolerance);
  const joined = near.filter((kept, v) => kept !== v).length;
  const { faces, numbers } = mergeCorners(mesh.faces, near);
  if (numbers.length === 0)
    throw new MeshError(
      'EMPTY_MESH',
      `Geometry "${mesh.name}" has no triangle with three different corners; weld less, or give it one.`,
    );
  const dropped = mesh.faces.length / 3 - numbers.length;
  const own = joined === 0 && dropped === 0 ? mesh : { ...mesh, faces };
  return { mesh: own, welded: joined, moved: farthestWeld(mesh.positions, near), dropped, triangles: numbers };
}
