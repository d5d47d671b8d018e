// A mesh whose vertices lie close together in groups, and a tolerance → the mesh with one vertex for each group.

import { MeshError } from '#core';
import { mergeCorners } from './merge-corners.ts';
import { checkedMesh, type Positions, type TriangleMesh } from './triangle-mesh.ts';
import { farthestWeld, weldNear } from './weld-near.ts';

export interface WeldedMesh {
  /** The mesh as given, not a copy, if nothing was welded and nothing dropped. */
  readonly mesh: TriangleMesh;
  /** How many vertices became one with a lower-numbered one. */
  readonly welded: number;
  /** The farthest that any vertex went, mm: at most the tolerance. */
  readonly moved: number;
  /** How many faces were left out, since two of their corners are now one vertex. */
  readonly dropped: number;
  /** By face of `mesh`: its number in the mesh as given; ascending. */
  readonly faceNumbers: Uint32Array;
  /** By vertex as given: the vertex of `mesh` that it became. */
  readonly vertexNumbers: Uint32Array;
}

/**
 * Closes the seams of a surface whose corners are equal up to rounding. In ascending order each vertex joins the
 * lowest-numbered kept vertex within the tolerance, or else is kept; kept vertices do not move. Faces and vertices
 * keep their order, and coordinates their precision. Unused vertices take part too. A tolerance beyond the length of
 * short edges removes detail: the faces that collapse are counted in `dropped`. Takes time linear in the mesh size.
 * @param tolerance mm, finite, ≥ 0; 0 joins equal coordinates only.
 * @throws OptionError BAD_TOLERANCE. @throws MeshError as createMesh; EMPTY_MESH if no face is left.
 */
export function weldMesh(mesh: TriangleMesh, tolerance: number): WeldedMesh {
  const given = checkedMesh(mesh, 'mesh');
  const { positions, faces } = given;
  const near = weldNear(positions, tolerance);
  const { faces: merged, numbers } = mergeCorners(faces, near);
  if (numbers.length === 0)
    throw new MeshError(
      'EMPTY_MESH',
      `Mesh "${given.name}" has no face with three different corners at a tolerance of ${tolerance} mm; weld with a smaller tolerance.`,
    );
  const vertexNumbers = new Uint32Array(near.length);
  let kept = 0;
  for (let v = 0; v < near.length; v++) vertexNumbers[v] = near[v] === v ? kept++ : vertexNumbers[near[v]];
  const moved = farthestWeld(positions, near);
  const welded = near.length - kept;
  const dropped = faces.length / 3 - numbers.length;
  if (welded === 0 && dropped === 0) return { mesh, welded, moved, dropped, faceNumbers: numbers, vertexNumbers };
  for (let i = 0; i < merged.length; i++) merged[i] = vertexNumbers[merged[i]];
  const surface = { ...given, positions: keptPositions(positions, near, kept), faces: merged };
  return { mesh: surface, welded, moved, dropped, faceNumbers: numbers, vertexNumbers };
}

function keptPositions<Storage extends Positions>(positions: Storage, near: Uint32Array, count: number): Storage {
  const kept = positions.slice(0, 3 * count) as Storage;
  let at = 0;
  for (let v = 0; v < near.length; v++)
    if (near[v] === v) for (let axis = 0; axis < 3; axis++) kept[at++] = positions[3 * v + axis];
  return kept;
}
