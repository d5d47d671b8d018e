// A mesh → what the oracle needs: exact corners on a grid, boxes, components, and whether it has an inside.

import { MeshError } from '#core';
import type { TriangleMesh } from '#mesh';
import { boxesOf } from './boxes.ts';
import { isClosedAndOriented } from './closed-and-oriented.ts';
import { FaceList } from './face-list.ts';

/** Flat positions (xyz per vertex, mm) and faces (three vertex numbers each), counter-clockwise seen from outside. */
export type MeshData = Pick<TriangleMesh, 'positions' | 'faces'>;

/**
 * Coordinates beyond this (mm) are refused: the fast variants need their squares and products to stay in the f64 range.
 */
const COORDINATE_LIMIT = 2 ** 300;

/**
 * A mesh prepared once for many exact queries. It keeps a copy, so later edits of the arrays have no effect.
 * @throws MeshError COORDINATE_RANGE, NON_FINITE_VERTEX.
 */
export class ReferenceMesh extends FaceList {
  /** Low x, y, z, high x, y, z of each face, mm. */
  readonly boxes: Float64Array;
  /** Every edge, by coordinates, is traversed equally often in both directions: the mesh has an inside. */
  readonly signed: boolean;
  /** One face of each part connected through shared vertex numbers. */
  readonly componentFaces: readonly number[];

  constructor({ positions, faces }: MeshData) {
    super(checkedCorners(positions, faces));
    this.boxes = boxesOf(this.corners);
    this.signed = isClosedAndOriented(positions, faces);
    this.componentFaces = firstFaces(faces, positions.length / 3);
  }
}

/** Prepares a mesh, unless it is already prepared. */
export function referenceMesh(mesh: MeshData | ReferenceMesh): ReferenceMesh {
  return mesh instanceof ReferenceMesh ? mesh : new ReferenceMesh(mesh);
}

function checkedCorners(positions: ArrayLike<number>, faces: Uint32Array): Float64Array {
  const corners = new Float64Array(3 * faces.length);
  for (let i = 0; i < faces.length; i++)
    for (let axis = 0; axis < 3; axis++) corners[3 * i + axis] = checked(positions[3 * faces[i] + axis], i);
  return corners;
}

function checked(coordinate: number, corner: number): number {
  if (!Number.isFinite(coordinate))
    throw new MeshError(
      'NON_FINITE_VERTEX',
      `Face ${Math.floor(corner / 3)} has the coordinate ${coordinate}, expected a finite number; repair the mesh before asking the oracle.`,
    );
  if (Math.abs(coordinate) > COORDINATE_LIMIT)
    throw new MeshError(
      'COORDINATE_RANGE',
      `Face ${Math.floor(corner / 3)} has the coordinate ${coordinate} mm, beyond the limit of ${COORDINATE_LIMIT}; scale the mesh down.`,
    );
  return coordinate;
}

/** The lowest face of each part connected through shared vertex numbers, ascending. */
function firstFaces(faces: Uint32Array, vertexCount: number): number[] {
  const parent = Uint32Array.from({ length: vertexCount }, (_, vertex) => vertex);
  const rootOf = (vertex: number): number => {
    let root = vertex;
    while (parent[root] !== root) {
      parent[root] = parent[parent[root]];
      root = parent[root];
    }
    return root;
  };
  for (let corner = 0; corner < faces.length; corner++)
    parent[rootOf(faces[corner])] = rootOf(faces[corner - (corner % 3)]);
  const seen = new Uint8Array(vertexCount);
  const first: number[] = [];
  for (let face = 0; face < faces.length / 3; face++) {
    const root = rootOf(faces[3 * face]);
    if (seen[root] === 0) first.push(face);
    seen[root] = 1;
  }
  return first;
}
