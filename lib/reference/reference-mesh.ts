// A mesh → what the oracle asks of it: exact corners on a grid, boxes, components, and whether it has an inside.

import { MeshError } from '../core/index.ts';
import type { TriangleMesh } from '../mesh/index.ts';
import { commonUnit } from './exact-numbers.ts';
import { type Triangle, vectorsOnGrid } from './integer-vectors.ts';

/** Flat positions (xyz per vertex, mm) and faces (three vertex numbers each), counter-clockwise seen from outside. */
export type MeshData = Pick<TriangleMesh, 'positions' | 'faces'>;

/** Coordinates beyond this (mm) are refused: squares and products of them must stay inside the f64 range in the fast variants. */
const COORDINATE_LIMIT = 2 ** 300;

/**
 * A mesh prepared once for many exact questions. It keeps a copy: later edits of the arrays are not seen.
 * @throws MeshError COORDINATE_RANGE, NON_FINITE_VERTEX.
 */
export class ReferenceMesh {
  readonly faceCount: number;
  /** Nine coordinates a face, mm. */
  readonly corners: Float64Array;
  /** Low x, y, z, high x, y, z of each face, mm. */
  readonly boxes: Float64Array;
  /** Grid units a mm: every coordinate times this is an integer. */
  readonly unit: bigint;
  /** Every edge, between equal coordinates, is run along as often one way as the other: the mesh has an inside. */
  readonly signed: boolean;
  /** One face of each part that is connected through shared vertex numbers. */
  readonly componentFaces: readonly number[];
  private readonly grids = new Map<bigint, readonly Triangle[]>();

  constructor({ positions, faces }: MeshData) {
    this.faceCount = faces.length / 3;
    this.corners = new Float64Array(3 * faces.length);
    this.boxes = new Float64Array(2 * faces.length);
    for (let i = 0; i < faces.length; i++)
      for (let axis = 0; axis < 3; axis++) this.corners[3 * i + axis] = checked(positions[3 * faces[i] + axis], i);
    for (let face = 0; face < this.faceCount; face++) this.boxes.set(boxOf(this.cornersOf(face)), 6 * face);
    this.unit = commonUnit(this.corners);
    this.signed = isClosedAndOriented(this.corners);
    this.componentFaces = firstFaces(faces);
  }

  cornersOf(face: number): Float64Array {
    return this.corners.subarray(9 * face, 9 * face + 9);
  }

  /** The faces as integer triangles on a grid that is this mesh's own or a multiple of it. */
  onGrid(unit: bigint): readonly Triangle[] {
    let triangles = this.grids.get(unit);
    if (triangles === undefined) {
      const vectors = vectorsOnGrid(this.corners, unit);
      triangles = Array.from(
        { length: this.faceCount },
        (_, face): Triangle => [vectors[3 * face], vectors[3 * face + 1], vectors[3 * face + 2]],
      );
      if (this.grids.size >= GRIDS_KEPT) this.grids.clear();
      this.grids.set(unit, triangles);
    }
    return triangles;
  }
}

const GRIDS_KEPT = 4;

/** A mesh as given, or prepared already. */
export function referenceMesh(mesh: MeshData | ReferenceMesh): ReferenceMesh {
  return mesh instanceof ReferenceMesh ? mesh : new ReferenceMesh(mesh);
}

/** Whether two boxes (low x, y, z, high x, y, z) share a point; comparing f64 numbers is exact. */
export function boxesMeet(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  for (let axis = 0; axis < 3; axis++)
    if (a[6 * i + axis] > b[6 * j + 3 + axis] || b[6 * j + axis] > a[6 * i + 3 + axis]) return false;
  return true;
}

export function boxOf(corners: ArrayLike<number>): [number, number, number, number, number, number] {
  const axis = (k: number) => [corners[k], corners[k + 3], corners[k + 6]];
  const [x, y, z] = [axis(0), axis(1), axis(2)];
  return [Math.min(...x), Math.min(...y), Math.min(...z), Math.max(...x), Math.max(...y), Math.max(...z)];
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

/** The boundary of the faces, each edge counted with its direction between equal coordinates, is 0. */
function isClosedAndOriented(corners: Float64Array): boolean {
  const balance = new Map<string, number>();
  for (let corner = 0; corner < corners.length / 3; corner++) {
    const next = corner % 3 === 2 ? corner - 2 : corner + 1;
    const from = place(corners, corner);
    const to = place(corners, next);
    if (from === to) continue;
    const [edge, step] = from < to ? [`${from}|${to}`, 1] : [`${to}|${from}`, -1];
    balance.set(edge, (balance.get(edge) ?? 0) + step);
  }
  return [...balance.values()].every((count) => count === 0);
}

/** A name for a place in space: equal coordinates, −0 and 0 alike, give equal names, and different ones different names. */
function place(corners: Float64Array, corner: number): string {
  return `${corners[3 * corner]},${corners[3 * corner + 1]},${corners[3 * corner + 2]}`;
}

function firstFaces(faces: Uint32Array): number[] {
  const facesAt = new Map<number, number[]>();
  faces.forEach((vertex, corner) => {
    const around = facesAt.get(vertex);
    if (around === undefined) facesAt.set(vertex, [Math.floor(corner / 3)]);
    else around.push(Math.floor(corner / 3));
  });
  const reached = new Uint8Array(faces.length / 3);
  const first: number[] = [];
  for (let face = 0; face < reached.length; face++) {
    if (reached[face] === 1) continue;
    first.push(face);
    reached[face] = 1;
    for (const front = [face]; front.length > 0; ) {
      const at = front.pop()!;
      for (const vertex of faces.subarray(3 * at, 3 * at + 3))
        for (const other of facesAt.get(vertex)!)
          if (reached[other] === 0) {
            reached[other] = 1;
            front.push(other);
          }
    }
  }
  return first;
}
