// Points, and the points of cells of one size → a vtkPolyData.

import vtkPolyData from '@kitware/vtk.js/Common/DataModel/PolyData.js';
import { cellArrayOf } from './cell-array.ts';

/** By size of the cells: the array of a polydata that holds them. */
const CELLS = { 1: 'getVerts', 2: 'getLines', 3: 'getPolys' } as const;

/**
 * A polydata whose points share the array.
 * @param size 1: verts, 2: lines, 3: triangles.
 * @param corners points of the cells, one after another. By default each point is a corner, of one cell: 0, 1, 2, …
 */
export function cellsPolyData(
  points: Float32Array | Float64Array,
  size: 1 | 2 | 3,
  corners: Uint32Array = Uint32Array.from({ length: points.length / 3 }, (_, i) => i),
): vtkPolyData {
  const polyData = vtkPolyData.newInstance();
  polyData.getPoints().setData(points, 3);
  polyData[CELLS[size]]().setData(cellArrayOf(corners, size));
  return polyData;
}
