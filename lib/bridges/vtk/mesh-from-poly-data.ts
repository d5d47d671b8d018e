// A vtkPolyData → a TriangleMesh, and what of the polydata is not in it.

import type { vtkPolyData } from '@kitware/vtk.js/Common/DataModel/PolyData.js';
import { checkText, FormatError, MeshError, refuse } from '#core';
import { trianglesOfCells, type VtkCells } from '#io';
import { createMesh, type TriangleMesh } from '#mesh';

interface PolyDataOptions {
  /** The mesh's name; 'polydata' by default. */
  readonly name?: string;
}

export interface MeshOfPolyData {
  /** Shares the points' array if it holds Float32 or Float64. */
  readonly mesh: TriangleMesh;
  /**
   * By face: the number of the cell that it is a part of, as vtk.js numbers cells (verts, lines, polys, strips), so
   * that it indexes the polydata's cell data.
   */
  readonly cellOfFace: Uint32Array;
  /** Cells that no surface has; they are left out. */
  readonly skipped: { readonly verts: number; readonly lines: number };
}

/**
 * Reads polygons and strips. A polygon of n corners gives n − 2 faces over its own corners, cut by kerf's own
 * triangulation, with its orientation; a strip of n points n − 2, every second one turned. Points keep their type.
 * @throws MeshError WRONG_TYPE (no polydata), EMPTY_MESH, BAD_LENGTH (points that are not xyz), BAD_COUNT (cells that
 * do not fill their array, or have fewer than three corners), INDEX_OUT_OF_RANGE, NON_FINITE_VERTEX, UNSUPPORTED (a
 * polygon that crosses itself).
 */
export function meshFromPolyData(polyData: vtkPolyData, options: PolyDataOptions = {}): MeshOfPolyData {
  const { name = 'polydata' } = options;
  checkText(name, 'The name that meshFromPolyData was given', 'pass a text, or leave it out');
  if (!isA(polyData, 'vtkPolyData'))
    refuse(polyData, 'What meshFromPolyData was given', 'a vtkPolyData', 'pass what a reader returns', MeshError);
  const points = polyData.getPoints();
  const components = points.getNumberOfComponents();
  if (components !== 3)
    throw new MeshError(
      'BAD_LENGTH',
      `"${name}": each of its points has ${components} numbers, expected 3; pass x, y, z of each point, mm.`,
    );
  const positions = points.getData() as Float32Array | Float64Array;
  const [verts, lines, polys, strips] = [
    cellsIn(polyData.getVerts().getData(), 'verts', name),
    cellsIn(polyData.getLines().getData(), 'lines', name),
    cellsIn(polyData.getPolys().getData(), 'polys', name),
    cellsIn(polyData.getStrips().getData(), 'strips', name),
  ];
  const skipped = { verts: verts.offsets.length, lines: lines.offsets.length };
  const faces = withMeshErrors(() => trianglesOfCells(polys, strips, positions, name));
  return {
    mesh: createMesh(positions, faces, { name }),
    cellOfFace: cellOfFace(faces.length / 3, [polys, strips], skipped.verts + skipped.lines),
    skipped,
  };
}

/** Whether a value is an object of vtk.js of that class. */
export function isA(value: unknown, className: string): boolean {
  const { isA: is } = (value ?? {}) as { isA?: unknown };
  return typeof is === 'function' && is(className) === true;
}

/** @param data the size of each cell, followed by its points. */
function cellsIn(data: ArrayLike<number>, kind: string, name: string): VtkCells {
  const connectivity: number[] = [];
  const offsets: number[] = [];
  for (let at = 0; at < data.length; ) {
    const size = data[at];
    const end = at + 1 + size;
    if (!(Number.isInteger(size) && size > 0 && end <= data.length))
      throw new MeshError(
        'BAD_COUNT',
        `"${name}": cell ${offsets.length} of its ${kind} has the size ${size} at number ${at} of ${data.length}, ` +
          'expected one from 1 whose points follow; pass an array as vtkCellArray holds it: size, points, size, points.',
      );
    for (let i = at + 1; i < end; i++) connectivity.push(data[i]);
    offsets.push(connectivity.length);
    at = end;
  }
  return { connectivity, offsets };
}

/** @param first the number of the first cell. */
function cellOfFace(faceCount: number, kinds: readonly VtkCells[], first: number): Uint32Array {
  const cells = new Uint32Array(faceCount);
  let [face, cell] = [0, first];
  for (const { offsets } of kinds)
    for (let i = 0; i < offsets.length; i++, cell++) {
      const size = offsets[i] - (i === 0 ? 0 : offsets[i - 1]);
      cells.fill(cell, face, face + size - 2);
      face += size - 2;
    }
  return cells;
}

/** A file's fault is here one of the polydata. */
function withMeshErrors<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof FormatError) throw new MeshError(error.code, error.message, { cause: error });
    throw error;
  }
}
